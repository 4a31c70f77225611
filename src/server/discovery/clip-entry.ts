import type { SitemapItemLoose, VideoItemLoose } from 'sitemap'
import type { Locale } from '#domain/address/locale-path.ts'
import { paragraphs } from '#domain/clips/paragraphs.ts'
import type { ListedClip } from './listed-clips.ts'
import { bothLanguages } from './sitemap-entry.ts'

/** Characters; Google's limit of a video's title. A description may be longer, but the sitemap may not. */
const LONGEST_TITLE = 100
const LONGEST_DESCRIPTION = 200
/** Seconds; what a video's length may be in a sitemap. */
const LONGEST = 28_800

/** A clip's page in both languages, with its watermarked film: the only one that everybody may see. */
export function clipEntries(clip: ListedClip, site: URL): SitemapItemLoose[] {
  return bothLanguages(`/m/${clip.id}`, site, (locale) => ({
    lastmod: clip.created,
    video: filmOf(clip, { site, locale }),
  }))
}

function filmOf(clip: ListedClip, { site, locale }: { site: URL; locale: Locale }): VideoItemLoose {
  const absolute = (path: string) => new URL(path, site).href
  const title = (locale === 'ja' && clip.title_ja) || clip.title
  const description = (locale === 'ja' && clip.description_ja) || clip.description
  return {
    thumbnail_loc: absolute(clip.thumbnail_url),
    title: cut(title, LONGEST_TITLE),
    description: cut(paragraphs(description)[0] ?? title, LONGEST_DESCRIPTION),
    content_loc: absolute(clip.watermarked_url),
    player_loc: absolute(`/embed/${clip.id}`),
    duration: Math.min(LONGEST, Math.max(1, Math.round(clip.duration))),
    publication_date: clip.created,
    family_friendly: true,
    requires_subscription: false,
    live: false,
  }
}

/** Not after a word: there are too many of them to look for. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
