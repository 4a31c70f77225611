import { Feed } from 'feed'
import type { Source } from '#contract/clips/clips.ts'
import { escapeHtml } from '#domain/address/escape-html.ts'
import { type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'
import { SOURCE_TYPES } from '#domain/clips/digital-source.ts'
import { paragraphs } from '#domain/clips/paragraphs.ts'
import { summary } from '#domain/clips/summary.ts'
import { picturePath } from '#domain/shop/picture-name.ts'
import { viewSources } from '#server/clips/source-view.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

const CLIPS = 50

interface FeedOf {
  locale: Locale
  title: string
  description: string
  /** The page that lists the same clips, as a path without a language; the feed is below it. */
  page: SitePath
  /** All categories if undefined. */
  category?: string
}

/** Characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g

/** An Atom feed of the newest clips. An entry's id is its page's address, which no other clip ever gets. */
export async function atomFeed(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  { locale, title, description, page, category }: FeedOf,
): Promise<string> {
  const sources = await newestClips(db, category)
  const { icon } = site.shop.identity
  const absolute = (path: string) => new URL(path, site.url).href
  const link = absolute(localePath(locale, page))
  const self = `${link.replace(/\/$/, '')}/feed.atom`
  const atom = new Feed({
    id: self,
    title: printable(title),
    description: printable(description),
    link,
    feed: self,
    author: { name: printable(site.name), link: absolute('/') },
    updated: new Date(sources[0]?.media.created ?? 0),
    generator: false,
    favicon: absolute(icon ? picturePath(icon) : '/favicon.svg'),
  })
  for (const source of sources) atom.addItem(entryOf(source, { locale, absolute }))
  return atom.atom1()
}

async function newestClips(db: Db, category: string | undefined): Promise<Source[]> {
  const newest = db
    .selectFrom('sources')
    .selectAll()
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(CLIPS)
  const rows = await (category === undefined ? newest : newest.where('category', '=', category)).execute()
  return viewSources(db, rows)
}

function entryOf(
  source: Source,
  { locale, absolute }: { locale: Locale; absolute: (path: string) => string },
) {
  const { media, digital_source_type: type } = source
  const title = printable((locale === 'ja' && source.title_ja) || source.title)
  const description = printable((locale === 'ja' && source.description_ja) || source.description)
  const link = absolute(localePath(locale, `/m/${source.id}`))
  const created = new Date(media.created)
  return {
    // Feed readers show texts as HTML.
    title: escapeHtml(title),
    id: link,
    link,
    date: created,
    published: created,
    description: escapeHtml(summary(description)),
    content: contentOf({ link, title, description, poster: absolute(media.thumbnail_url) }),
    author: [{ name: printable(source.user_name) || title }],
    category: [{ term: source.category }, ...(type ? [{ scheme: SOURCE_TYPES, term: type }] : [])],
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
