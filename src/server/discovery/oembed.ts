import type { Source } from '#contract/clips/clips.ts'
import type { OembedQuery, OembedVideo } from '#contract/clips/oembed.ts'
import { AppError } from '#contract/errors.ts'
import { escapeHtml } from '#domain/address/escape-html.ts'
import { type Locale, localeOf, localePath, withoutLocale } from '#domain/address/locale-path.ts'
import { playerOptions, playerQuery } from '#domain/address/player-options.ts'
import { type Size, watermarkedSize, within } from '#domain/clips/film-size.ts'
import { getSource } from '#server/clips/get-source.ts'
import type { Deps } from '#server/deps.ts'

/** A player's longer side in pixels, if the consumer sets no limit. */
const DEFAULT_SIDE = 640
const CACHE_SECONDS = 86_400

/** The oEmbed player of a clip's address. @throws AppError('mediaNotFound'), 'formatUnsupported' unless JSON */
export async function oembed(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  asked: OembedQuery,
): Promise<OembedVideo> {
  if (asked.format !== 'json') throw new AppError('formatUnsupported')
  const address = clipAddress(asked.url, site.url)
  if (!address) throw new AppError('mediaNotFound')
  const source = await getSource({ db }, address.id)
  const room = { width: asked.maxwidth ?? DEFAULT_SIDE, height: asked.maxheight ?? DEFAULT_SIDE }
  const size = within(watermarkedSize(source.media), room)
  const title = (address.locale === 'ja' && source.title_ja) || source.title
  return {
    version: '1.0',
    type: 'video',
    title,
    ...(source.user_name && { author_name: source.user_name }),
    provider_name: site.name,
    provider_url: new URL('/', site.url).href,
    cache_age: CACHE_SECONDS,
    ...thumbnail(source, { room, site: site.url }),
    html: frame({ src: playerUrl(address, { asked, site: site.url }), title, size }),
    ...size,
  }
}

/** The code that shows a clip's player on another site. */
export function embedCode(source: Source, { locale, site }: { locale: Locale; site: URL }): string {
  const size = within(watermarkedSize(source.media), { width: DEFAULT_SIDE, height: DEFAULT_SIDE })
  const title = (locale === 'ja' && source.title_ja) || source.title
  return frame({ src: new URL(localePath(locale, `/embed/${source.id}`), site).href, title, size })
}

interface ClipAddress {
  id: number
  locale: Locale
  query: URLSearchParams
}

/** The clip of this site whose page or player has this address. */
function clipAddress(address: string, site: URL): ClipAddress | undefined {
  const url = URL.parse(address)
  if (!url || url.host !== site.host || !/^https?:$/.test(url.protocol)) return undefined
  const id = /^\/(?:m|embed)\/(\d{1,15})\/?$/.exec(withoutLocale(url.pathname))?.[1]
  return id ? { id: Number(id), locale: localeOf(url.pathname), query: url.searchParams } : undefined
}

/** Options of the request override those in the address. */
function playerUrl(
  { id, locale, query }: ClipAddress,
  { asked, site }: { asked: OembedQuery; site: URL },
): string {
  const { loop, muted = asked.mute } = asked
  const options = new URLSearchParams(query)
  if (loop !== undefined) options.set('loop', loop)
  if (muted !== undefined) options.set('muted', muted)
  return new URL(localePath(locale, `/embed/${id}`) + playerQuery(playerOptions(options)), site).href
}

function frame({ src, title, size }: { src: string; title: string; size: Size }): string {
  return (
    `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" width="${size.width}" height="${size.height}" ` +
    'frameborder="0" loading="lazy" allow="autoplay; fullscreen"></iframe>'
  )
}

/** The widest poster that fits; none if even the narrowest is too wide, as oEmbed requires. */
function thumbnail({ media }: Source, { room, site }: { room: Size; site: URL }) {
  const heightOf = (width: number) => Math.round((width * media.height) / media.width)
  const width = media.poster_widths.findLast((each) => each <= room.width && heightOf(each) <= room.height)
  if (!width) return {}
  return {
    thumbnail_url: new URL(`${media.poster_base}/${width}.jpg`, site).href,
    thumbnail_width: width,
    thumbnail_height: heightOf(width),
  }
}
