import { posix } from 'node:path'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import type { Category } from '#server/library/clip-details.ts'
import { categoryFromKey, readCategories } from './category-sheet.ts'
import { readMetadata, type SheetRow } from './metadata.ts'

/** A `.csv` file beside footage. */
export interface SheetFile {
  /** Path below the ingested folder, with `/`. */
  name: string
  read(): Promise<Buffer>
}

/** What sheets say of a file. */
export interface SheetTexts {
  row: SheetRow | undefined
  category: Category
}

export interface SheetsBeside {
  /** Paths of the files with rows, in the order of the sheets. */
  files: string[]
  /** By the file's path below the ingested folder. */
  textsOf(name: string): SheetTexts
  /** Unusable rows. */
  problems: string[]
  warnings: string[]
}

const METADATA = 'metadata.csv'
const CATEGORIES = 'categories.csv'

/**
 * Reads metadata.csv, categories.csv and other sheets with known columns, such as an agency's. A subfolder's sheets apply
 * to that subfolder; of two rows for a file, the upper folder's counts, and metadata.csv before other sheets.
 */
export async function readSheetsBeside(sheets: readonly SheetFile[]): Promise<SheetsBeside> {
  const rows = new Map<string, SheetRow>()
  const categories = new Map<string, Category>()
  const problems: string[] = []
  const warnings: string[] = []
  for (const { name, read } of sheets.toSorted(inReadingOrder)) {
    if (posix.basename(name) === CATEGORIES) {
      const labels = readCategories(await read(), name)
      addMissing(categories, labels.categories)
      problems.push(...labels.problems)
    } else {
      const sheet = readMetadata(await read(), name)
      if (posix.basename(name) !== METADATA && !sheet.format) continue
      addMissing(rows, sheet.rows)
      problems.push(...sheet.problems)
      warnings.push(...sheet.warnings)
    }
  }
  const textsOf = (name: string) => {
    const row = rows.get(name.normalize('NFC'))
    const key = row?.category || UNCATEGORISED
    return { row, category: categories.get(key) ?? categoryFromKey(key) }
  }
  return { files: [...rows.keys()], textsOf, problems, warnings }
}

function addMissing<T>(to: Map<string, T>, from: ReadonlyMap<string, T>): void {
  for (const [key, value] of from) if (!to.has(key)) to.set(key, value)
}

function inReadingOrder({ name: a }: SheetFile, { name: b }: SheetFile): number {
  return readingOrder(a) < readingOrder(b) ? -1 : 1
}

/** A folder comes before those in it. */
function readingOrder(name: string): string {
  const { dir, base } = posix.parse(name)
  const rank = [CATEGORIES, METADATA, base].indexOf(base)
  return `${dir.replaceAll('/', '\0')}\0\0${rank}${base}`
}
