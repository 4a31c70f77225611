import type { StudioClip } from '#contract/studio/clips/clip.ts'
import type { SitePath } from '#domain/address/locale-path.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { isAdmin } from '#domain/membership/membership.ts'
import { SET_WORDS } from '#domain/sets/set-kind.ts'
import { formatBytes } from '#domain/text/format-bytes.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { useAuth } from '../../auth/use-auth.ts'

/** Where the server stops counting. */
const MOST_COUNTED = 10_000

export function FileFacts({ clip }: { clip: StudioClip }) {
  const locale = pageLocale()
  const t = clipTexts(locale).figures
  const auth = useAuth()
  const { media } = clip
  const number = (value: number, digits = 0) =>
    value.toLocaleString(locale, { maximumFractionDigits: digits })
  const downloads = number(clip.downloads)
  const facts: [string, string][] = [
    [t.file, media.original_filename],
    ...(clip.folder ? [[t.folder, clip.folder] as [string, string]] : []),
    [t.size, `${media.width} × ${media.height}`],
    [t.length, t.seconds(number(media.duration, 1))],
    [t.rate, t.fps(number(media.frame_rate, 2))],
    [t.bytes, formatBytes(media.byte_size, locale)],
    ...(media.content_credentials === 'dropped' ? [[t.credentials, t.dropped] as [string, string]] : []),
    [t.added, dateTimeText(locale, clip.added)],
    ...(clip.state === 'draft'
      ? []
      : [[t.published, dateTimeText(locale, clip.created)] as [string, string]]),
    [t.updated, dateTimeText(locale, clip.updated)],
    [t.likes, number(clip.likes)],
    [t.downloads, clip.downloads >= MOST_COUNTED ? t.many(downloads) : downloads],
  ]
  return (
    <section className="panel" aria-label={t.title}>
      <h2>{t.title}</h2>
      <dl className="clip-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t.sets}</dt>
          <dd>
            {clip.sets.length === 0 && t.none}
            {clip.sets.map(({ kind, id, name }) => (
              <a key={`${kind} ${id}`} href={localizedLink(setPath(kind, id))}>
                {name}
              </a>
            ))}
          </dd>
        </div>
      </dl>
      {auth && isAdmin(auth) && (
        <p>
          <a href={localizedLink(`/studio/log?subject=clip:${clip.id}`)}>{t.log}</a>
        </p>
      )}
    </section>
  )
}

const setPath = (kind: keyof typeof SET_WORDS, id: string): SitePath =>
  `/${SET_WORDS[kind]}/${encodeURIComponent(id)}`
