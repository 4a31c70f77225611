import { Feed } from 'feed'
import type { Source } from '#contract/clips.ts'
import { escapeHtml } from '#domain/address/escape-html.ts'
import { type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'
import { paragraphs } from '#domain/clips/paragraphs.ts'
import { summary } from '#domain/clips/summary.ts'

/** Clips that a feed holds at most. */
export const FEED_LENGTH = 50

interface FeedOf {
  locale: Locale
  site: { name: string; url: URL }
  title: string
  description: string
  /** The page whose clips they are, and the feed itself: paths, without a language. */
  page: SitePath
  feed: SitePath
}

/** Not allowed in XML, and of no use elsewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be left out
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g

/** Atom, newest first. An entry's id is its page's address, which is never given to another clip. */
export function atomFeed(
  sources: readonly Source[],
  { locale, site, title, description, page, feed }: FeedOf,
) {
  const absolute = (path: string) => new URL(path, site.url).href
  const self = absolute(localePath(locale, feed))
  const atom = new Feed({
    id: self,
    title: printable(title),
    description: printable(description),
    link: absolute(localePath(locale, page)),
    feed: self,
    author: { name: printable(site.name), link: absolute('/') },
    updated: new Date(sources[0]?.media.created ?? 0),
    generator: false,
    favicon: absolute('/favicon.svg'),
  })
  for (const source of sources) atom.addItem(entryOf(source, { locale, absolute }))
  return atom.atom1()
}

function entryOf(
  source: Source,
  { locale, absolute }: { locale: Locale; absolute: (path: string) => string },
) {
  const { media } = source
  const title = printable((locale === 'ja' && source.title_ja) || source.title)
  const description = printable((locale === 'ja' && source.description_ja) || source.description)
  const link = absolute(localePath(locale, `/m/${source.id}`))
  const created = new Date(media.created)
  return {
    // Texts are read as HTML.
    title: escapeHtml(title),
    id: link,
    link,
    date: created,
    published: created,
    description: escapeHtml(summary(description)),
    content: contentOf({ link, title, description, poster: absolute(media.thumbnail_url) }),
    author: [{ name: printable(source.user_name) || title }],
    category: [{ term: source.category }],
  }
}

function contentOf(clip: { link: string; title: string; description: string; poster: string }): string {
  const [link, title, poster] = [clip.link, clip.title, clip.poster].map(escapeHtml)
  const image = `<p><a href="${link}"><img src="${poster}" alt="${title}"></a></p>`
  return (
    image +
    paragraphs(clip.description)
      .map((text) => `<p>${escapeHtml(text)}</p>`)
      .join('')
  )
}

function printable(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, '')
}
