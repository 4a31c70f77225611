import type { Source } from '#contract/clips.ts'
import { AppError } from '#contract/errors.ts'
import type { OembedQuery, OembedVideo } from '#contract/oembed.ts'
import { escapeHtml } from '#domain/address/escape-html.ts'
import { localePath } from '#domain/address/locale-path.ts'
import { playerOptions, playerQuery } from '#domain/address/player-options.ts'
import { type Size, watermarkedSize, within } from '#domain/clips/film-size.ts'
import { getSource } from '#server/clips/get-source.ts'
import type { Deps } from '#server/deps.ts'
import { type ClipAddress, clipAddress } from './clip-address.ts'

/** Pixels; a player's longer side where a consumer does not say how much room there is. */
const USUAL_ROOM = 640
/** Seconds. */
const CACHE_AGE = 86_400

/**
 * A clip as a player that other sites can show.
 * @throws AppError('mediaNotFound') for an address that shows no clip of this site
 * @throws AppError('formatUnsupported') for anything but JSON
 */
export async function oembed(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  asked: OembedQuery,
): Promise<OembedVideo> {
  if (asked.format !== 'json') throw new AppError('formatUnsupported')
  const address = clipAddress(asked.url, site.url)
  if (!address) throw new AppError('mediaNotFound')
  const source = await getSource({ db }, address.id)
  const room = { width: asked.maxwidth ?? USUAL_ROOM, height: asked.maxheight ?? USUAL_ROOM }
  const size = within(watermarkedSize(source.media), room)
  const title = (address.locale === 'ja' && source.title_ja) || source.title
  return {
    version: '1.0',
    type: 'video',
    title,
    ...(source.user_name && { author_name: source.user_name }),
    provider_name: site.name,
    provider_url: new URL('/', site.url).href,
    cache_age: CACHE_AGE,
    ...thumbnail(source, { room, site: site.url }),
    html: frame({ src: playerUrl(address, { asked, site: site.url }), title, size }),
    ...size,
  }
}

/** What is asked for beside the address counts more than what stands in it. */
function playerUrl(
  { id, locale, query }: ClipAddress,
  { asked, site }: { asked: OembedQuery; site: URL },
): string {
  const { loop, muted = asked.mute } = asked
  const wanted = new URLSearchParams(query)
  if (loop !== undefined) wanted.set('loop', loop)
  if (muted !== undefined) wanted.set('muted', muted)
  return new URL(localePath(locale, `/embed/${id}`) + playerQuery(playerOptions(wanted)), site).href
}

function frame({ src, title, size }: { src: string; title: string; size: Size }): string {
  return (
    `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" width="${size.width}" height="${size.height}" ` +
    'frameborder="0" loading="lazy" allow="autoplay; fullscreen" allowfullscreen></iframe>'
  )
}

/** The widest poster that there is room for; none where even the narrowest is too wide, as the protocol wants it. */
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
