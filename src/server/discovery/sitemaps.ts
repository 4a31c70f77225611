import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import {
  ErrorLevel,
  parseSitemap,
  SitemapIndexStream,
  type SitemapItem,
  type SitemapItemLoose,
  SitemapStream,
} from 'sitemap'
import { CALL_ROOMS } from '#contract/call-rooms.ts'
import { AppError } from '#contract/errors.ts'
import { creatorPath } from '#domain/address/creator-path.ts'
import type { SitePath } from '#domain/address/locale-path.ts'
import { distFolder } from '#server/build/dist-folder.ts'
import { listCategories } from '#server/clips/list-categories.ts'
import type { Site } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { creatorKeys } from '#server/search/query/creators.ts'
import { clipEntries, clipParts } from './clip-entries.ts'
import { bothLanguages, inLanguages } from './sitemap-entry.ts'

type SiteDeps = Pick<Deps, 'db' | 'site'>

export async function sitemapIndex({ db, site }: SiteDeps): Promise<Buffer> {
  const parts = await clipParts(db)
  const entries = [
    { url: new URL('/sitemap-pages.xml', site.url).href },
    ...parts.map(({ part, lastmod }) => ({
      url: new URL(`/sitemap-clips-${part}.xml.gz`, site.url).href,
      lastmod,
    })),
  ]
  return buffer(Readable.from(entries).pipe(new SitemapIndexStream()))
}

/** The static pages, the categories, the rooms of the API and the creators. */
export async function pagesSitemap(deps: SiteDeps): Promise<Buffer> {
  const { db, site } = deps
  const [pages, categories, creators] = await Promise.all([
    staticPages(site),
    listCategories(deps),
    creatorKeys(db),
  ])
  const paths = [
    ...categories.map(({ key }): SitePath => `/t/${key}`),
    ...site.shop.pages.map(({ address }): SitePath => `/pages/${address}`),
    ...Object.keys(CALL_ROOMS).map((room): SitePath => `/developers/${room}`),
    ...creators.flatMap((key) => creatorPath(key) ?? []),
  ]
  const entries = [...pages, ...paths.flatMap((path) => bothLanguages(path, site.url, () => ({})))]
  return buffer(Readable.from(inLanguages(entries, site.shop.languages.shown)).pipe(writer({ xhtml: true })))
}

/** The build's list of static pages; it does not know the site's address. See list-static-pages.ts. */
const PAGE_LIST = 'pages-0.xml'

async function staticPages(site: Site): Promise<SitemapItem[]> {
  const file = join(distFolder(), 'server', PAGE_LIST)
  // Development has no build.
  if (!existsSync(file)) return []
  const pages = await parseSitemap(createReadStream(file))
  const atSite = (url: string) => new URL(new URL(url).pathname, site.url).href
  return pages
    .filter(({ url }) => site.seller || !url.endsWith('/commerce'))
    .map((page) => ({
      ...page,
      url: atSite(page.url),
      links: page.links.map((link) => ({ ...link, url: atSite(link.url) })),
    }))
}

/** One part of the clips, gzipped while it is written, to save memory. @throws AppError('notFound') if empty */
export async function clipsSitemap({ db, site }: SiteDeps, part: number): Promise<Buffer> {
  const entries = clipEntries(db, { part, site: site.url, shown: site.shop.languages.shown })
  const first = await entries.next()
  if (first.done) throw new AppError('notFound')
  const gzip = createGzip()
  const [compressed] = await Promise.all([
    buffer(gzip),
    pipeline(startingWith(first.value, entries), writer({ xhtml: true, video: true }), inBlocks, gzip),
  ])
  return compressed
}

async function* startingWith(
  first: SitemapItemLoose,
  others: AsyncIterable<SitemapItemLoose>,
): AsyncIterable<SitemapItemLoose> {
  yield first
  yield* others
}

/** Characters. */
const BLOCK = 64 * 1024

/** Joins the writer's pieces, one a tag: compressing each on its own costs more than writing it. */
async function* inBlocks(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let block = ''
  for await (const piece of pieces) {
    block += piece
    if (block.length < BLOCK) continue
    yield block
    block = ''
  }
  yield block
}

function writer(extensions: { xhtml?: boolean; video?: boolean }): SitemapStream {
  const xmlns = { news: false, image: false, xhtml: false, video: false, ...extensions }
  return new SitemapStream({ xmlns, level: ErrorLevel.THROW })
}
