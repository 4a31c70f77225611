import type { NamedClips } from '#contract/clips/clips.ts'
import { downloadName } from '#domain/sets/download-name.ts'
import type { Site } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { viewSources } from './source-view.ts'

/** Bytes from which a saved name may be shortened. */
const LONG = 190
const MOST_CLIPS = 300

/** The clips whose films are saved under these names, the most popular first. */
export async function clipsOfNames(
  { db, site }: Pick<Deps, 'db'> & { site: Pick<Site, 'name'> },
  names: readonly string[],
): Promise<NamedClips> {
  const wanted = new Set(names)
  const prefix = downloadName(site.name, '-').slice(0, -1)
  const files = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  if (files.length === 0) return { clips: [] }
  const stems = files.filter((file) => Buffer.byteLength(file) > LONG - prefix.length).map(stemOf)
  const rows = await db
    .selectFrom('sources')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('medias')
        .select('source_id')
        .where(({ eb, and, or }) =>
          or([
            eb('file_name', 'in', files),
            ...stems.map((stem) =>
              and([eb('file_name', '>=', stem), eb('file_name', '<', `${stem}\u{10ffff}`)]),
            ),
          ]),
        )
        .limit(MOST_CLIPS),
    )
    .orderBy('popularity', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const clips = (await viewSources(db, rows)).map((source) => ({
    name: downloadName(site.name, source.media.file_name),
    source,
  }))
  return { clips: clips.filter(({ name }) => wanted.has(name)) }
}

const stemOf = (file: string) => file.replace(/\.mp4$/, '')
