import type { VideoObject } from 'schema-dts'
import type { Source } from '#contract/clips/clips.ts'
import { type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'
import { paragraphs } from '#domain/clips/paragraphs.ts'
import { absolute, organization, type SiteIdentity } from './site-data.ts'

/** schema.org has no word for edits by people but its older one, for minor ones. */
const DIGITAL_SOURCE = {
  trainedAlgorithmicMedia: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  compositeWithTrainedAlgorithmicMedia:
    'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
  humanEdits: 'https://schema.org/MinorHumanEditsDigitalSource',
  digitalCapture: 'https://schema.org/DigitalCaptureDigitalSource',
} as const

/** A clip as a VideoObject: its watermarked film, and where to get a licence. */
export function clipData(
  source: Source,
  { site, locale, category }: { site: SiteIdentity; locale: Locale; category?: string | undefined },
) {
  const { media } = source
  const inJapanese = locale === 'ja'
  const at = (path: string) => absolute(site, path as SitePath)
  const page = (path: SitePath) => absolute(site, localePath(locale, path))
  const name = (inJapanese && source.title_ja) || source.title
  const description = (inJapanese && source.description_ja) || source.description
  const keywords = inJapanese && source.keywords_ja.length > 0 ? source.keywords_ja : source.keywords
  return {
    '@type': 'VideoObject',
    '@id': page(`/m/${source.id}#clip`),
    name,
    description: paragraphs(description).join('\n\n') || name,
    url: page(`/m/${source.id}`),
    thumbnailUrl: media.poster_widths.slice(-2).map((width) => at(`${media.poster_base}/${width}.jpg`)),
    uploadDate: media.created,
    ...(source.date_created && { dateCreated: source.date_created }),
    duration: `PT${Math.max(1, Math.round(media.duration))}S`,
    contentUrl: at(media.watermarked_url),
    embedUrl: page(`/embed/${source.id}`),
    encodingFormat: 'video/mp4',
    inLanguage: locale,
    ...(keywords.length > 0 && { keywords }),
    ...(category && { genre: category }),
    ...(source.digital_source_type && { digitalSourceType: DIGITAL_SOURCE[source.digital_source_type] }),
    ...(source.source_url_image && {
      isBasedOn: { '@type': 'ImageObject', contentUrl: at(source.source_url_image) },
    }),
    ...(source.user_name && {
      creditText: source.user_name,
      creator: { '@type': 'Organization', name: source.user_name },
    }),
    license: page('/terms'),
    acquireLicensePage: page('/pricing'),
    isFamilyFriendly: true,
    publisher: organization(site),
  } satisfies VideoObject
}
