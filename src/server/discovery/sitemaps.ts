import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ErrorLevel, SitemapIndexStream, type SitemapItemLoose, SitemapStream } from 'sitemap'
import { AppError } from '#contract/errors.ts'
import { listCategories } from '#server/clips/list-categories.ts'
import type { Deps } from '#server/deps.ts'
import { clipEntries } from './clip-entry.ts'
import { clipParts, idsOfPart } from './clip-parts.ts'
import { type ListedClip, listedClips } from './listed-clips.ts'
import { bothLanguages } from './sitemap-entry.ts'
import { staticPages } from './static-pages.ts'

/** Characters. */
const BLOCK = 64 * 1024

type SiteDeps = Pick<Deps, 'db' | 'site'>

/** Names every other sitemap. */
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

/** The pages that are always there, and the categories. */
export async function pagesSitemap(deps: SiteDeps): Promise<Buffer> {
  const { url } = deps.site
  const [pages, categories] = await Promise.all([staticPages(deps.site), listCategories(deps)])
  const entries = [...pages, ...categories.flatMap(({ key }) => bothLanguages(`/t/${key}`, url, () => ({})))]
  return buffer(Readable.from(entries).pipe(writer({ xhtml: true })))
}

/**
 * The clips of one part, compressed while it is written: what is read, written and not yet compressed is never more
 * than a few hundred clips.
 * @throws AppError('notFound') where the part holds no clip
 */
export async function clipsSitemap({ db, site }: SiteDeps, part: number): Promise<Buffer> {
  const clips = listedClips(db, idsOfPart(part))[Symbol.asyncIterator]()
  const first = await clips.next()
  if (first.done) throw new AppError('notFound')
  const compressed = createGzip()
  const [whole] = await Promise.all([
    buffer(compressed),
    pipeline(
      entriesOf(first.value, clips, site.url),
      writer({ xhtml: true, video: true }),
      inBlocks,
      compressed,
    ),
  ])
  return whole
}

async function* entriesOf(
  first: ListedClip,
  others: AsyncIterator<ListedClip>,
  site: URL,
): AsyncIterable<SitemapItemLoose> {
  yield* clipEntries(first, site)
  for (let next = await others.next(); !next.done; next = await others.next())
    yield* clipEntries(next.value, site)
}

/** Every tag comes as a piece of its own, and handing a piece to be compressed costs more than writing it. */
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
