import { copyFileSync, globSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ingestFolder } from '#server/ingest/ingest-folder.ts'
import { aLibrary } from '../../../tests/support/footage.ts'

/** Milliseconds until the tile's pictures and previews exist, and until the whole clip is visible. */
export interface ClipTimes {
  tile: number
  visible: number
}

/** Paths of the films, and the size of the full one. */
export interface Films {
  full: string
  watermarked: string
  width: number
  height: number
}

/** Ingests one file into an empty library. `keep` gets the films before the library is deleted. */
export async function ingestOne(
  file: string,
  keep: (films: Films) => Promise<void> | void = () => {},
): Promise<ClipTimes> {
  const library = await aLibrary()
  try {
    const folder = join(library.root, 'footage')
    mkdirSync(folder)
    copyFileSync(file, join(folder, basename(file)))
    const { dataDir } = library.config
    const started = performance.now()
    let tile = Number.NaN
    const looking = setInterval(() => {
      if (Number.isNaN(tile) && tileIsMade(dataDir)) tile = performance.now() - started
    }, 10)
    const ingesting = ingestFolder(library.deps, { folder, dataDir })
    const { outcomes } = await ingesting.finally(() => clearInterval(looking))
    const visible = performance.now() - started
    if (outcomes[0]?.result !== 'made')
      throw new Error(`${file} was not ingested: ${JSON.stringify(outcomes)}`)
    const row = await library.deps.db.selectFrom('medias').selectAll().executeTakeFirstOrThrow()
    const { cloudpath, watermarked_url, width, height } = row
    const full = join(dataDir, 'media', cloudpath)
    await keep({ full, watermarked: join(dataDir, watermarked_url), width, height })
    return { tile, visible }
  } finally {
    await library.close()
  }
}

/** Finished steps leave a file with their name (src/server/ingest/steps.ts). */
const tileIsMade = (dataDir: string) => globSync(join(dataDir, 'work', '*', '*', 'tile')).length > 0
