import type { Selectable } from 'kysely'
import type { SitemapItemLoose, VideoItemLoose } from 'sitemap'
import type { Locale } from '#domain/address/locale-path.ts'
import { paragraphs } from '#domain/clips/paragraphs.ts'
import type { ShownLanguages } from '#domain/shop/languages.ts'
import type { Db, MediasTable, SourcesView } from '#server/db/schema.ts'
import { bothLanguages, inLanguages } from './sitemap-entry.ts'

/** Two entries of 1.5 to 2.2 kB per clip, so the protocol's limit of 50 MB is the one that counts. */
export const CLIPS_PER_PART = 10_000

/** The ids of a sitemap part. Ids are never reused, so a clip stays in its part. */
export function idsOfPart(part: number): { after: number; upTo: number } {
  return { after: (part - 1) * CLIPS_PER_PART, upTo: part * CLIPS_PER_PART }
}

/** The parts that have a clip, from 1, each with the date of its newest one. Two index look-ups a part. */
export async function clipParts(db: Db): Promise<{ part: number; lastmod: string }[]> {
  const parts: { part: number; lastmod: string }[] = []
  const ids = db.selectFrom('sources').select(['id', 'created']).limit(1)
  let after = 0
  while (true) {
    const next = await ids.where('id', '>', after).orderBy('id').executeTakeFirst()
    if (!next) return parts
    const part = Math.ceil(next.id / CLIPS_PER_PART)
    const { upTo } = idsOfPart(part)
    const newest = await ids.where('id', '<=', upTo).orderBy('id', 'desc').executeTakeFirstOrThrow()
    parts.push({ part, lastmod: newest.created })
    after = upTo
  }
}

/** The columns that sitemaps need. */
type ListedClip = Pick<
  Selectable<SourcesView>,
  'id' | 'title' | 'title_ja' | 'description' | 'description_ja' | 'created'
> &
  Pick<Selectable<MediasTable>, 'thumbnail_url' | 'watermarked_url' | 'duration'>

/** Rows in memory at once. */
const BATCH = 500

async function* listedClips(
  db: Db,
  { after, upTo }: { after: number; upTo: number },
): AsyncGenerator<ListedClip> {
  const clips = db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select(['sources.id', 'title', 'title_ja', 'description', 'description_ja', 'sources.created'])
    .select(['thumbnail_url', 'watermarked_url', 'duration'])
    .where('sources.id', '<=', upTo)
    .orderBy('sources.id')
    .limit(BATCH)
  let last = after
  while (true) {
    const rows = await clips.where('sources.id', '>', last).execute()
    yield* rows
    if (rows.length < BATCH) return
    last = rows.at(-1)!.id
  }
}

/** Characters. Google's limit for a title; descriptions are short to keep the sitemap below its limit. */
const LONGEST_TITLE = 100
const LONGEST_DESCRIPTION = 200
/** The longest duration that a sitemap allows, in seconds. */
const LONGEST = 28_800

/** The entries of a part's clips, in both languages, read while they are written. With the public, watermarked film. */
export async function* clipEntries(
  db: Db,
  { part, site, shown = 'both' }: { part: number; site: URL; shown?: ShownLanguages },
): AsyncGenerator<SitemapItemLoose> {
  for await (const clip of listedClips(db, idsOfPart(part))) yield* inLanguages(entriesOf(clip, site), shown)
}

function entriesOf(clip: ListedClip, site: URL): SitemapItemLoose[] {
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

/** Cuts inside words: with so many clips, looking for word ends takes too long. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
