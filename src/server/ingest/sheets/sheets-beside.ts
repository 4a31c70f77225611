import { posix } from 'node:path'
import type { SheetResult } from '#contract/studio/clips/sheets.ts'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import type { Db } from '#server/db/schema.ts'
import type { Category } from '#server/library/clip-details.ts'
import { categoryFromKey, isCategoryKey, readCategories } from './category-sheet.ts'
import { addProblem } from './problems.ts'
import { categoryKey, namesOf, readSheet, type Sheet, type SheetCells, toldOf } from './read-sheet.ts'

/** A `.csv` file beside footage. */
export interface SheetFile {
  /** Path below the ingested folder, with `/`. */
  name: string
  read(): Promise<Buffer>
}

/** What sheets say of a file. */
export interface SheetTexts {
  row: Partial<SheetCells> | undefined
  category: Category
}

export interface SheetReport {
  /** Path of the sheet. */
  name: string
  result: SheetResult
}

export interface SheetsBeside {
  /** Paths of the files with rows, in the order of the sheets. */
  files: string[]
  /** By the file's path below the ingested folder. */
  textsOf(name: string): SheetTexts
  /** What becomes of each sheet beside these files. */
  reports(files: Iterable<string>): SheetReport[]
}

export const METADATA = 'metadata.csv'
const CATEGORIES = 'categories.csv'
/** Rows of a sheet beside footage. */
const MOST_ROWS = 100_000

/** The shop's categories, by which rows may name theirs. */
export const storedCategories = (db: Db) =>
  db.selectFrom('categories').select(['key', 'label', 'label_ja', 'position']).execute()

/**
 * Reads metadata.csv, categories.csv and other sheets with known columns, such as an agency's. A subfolder's sheets apply
 * to that subfolder; of two rows for a file, the upper folder's counts, and metadata.csv before other sheets.
 * @param known the shop's categories, which rows may name by a label
 */
export async function readSheetsBeside(
  sheets: readonly SheetFile[],
  known: readonly Category[],
): Promise<SheetsBeside> {
  const rows = new Map<string, Partial<SheetCells>>()
  const categories = new Map<string, Category>()
  const reports: ((present: ReadonlySet<string>) => SheetReport)[] = []
  const isCategories = ({ name }: SheetFile) => posix.basename(name).toLowerCase() === CATEGORIES
  const ordered = sheets.toSorted(inReadingOrder)
  for (const { name, read } of ordered.filter(isCategories)) {
    const sheet = readCategories(await read())
    for (const [key, category] of sheet.categories) if (!categories.has(key)) categories.set(key, category)
    const applied = sheet.categories.size
    const result = { ...toldOf(sheet), applied, partial: 0, without_file: namesOf([]) }
    reports.push(() => ({ name, result }))
  }
  for (const { name, read } of ordered.filter((file) => !isCategories(file))) {
    const sheet = readSheet(await read(), { use: 'beside', most: MOST_ROWS })
    /** Its rows by file. */
    const own = new Map<string, number>()
    for (const { row, file, cells } of sheet.rows) {
      const path = posix.join(posix.dirname(name), file)
      if (rows.has(path)) {
        const code = own.has(path) ? 'twice' : 'overruled'
        addProblem(sheet.problems, { code, row, value: path })
        continue
      }
      nameCategory(cells, row, sheet, [...categories.values(), ...known])
      rows.set(path, cells)
      own.set(path, row)
    }
    reports.push((present) => {
      const missing = [...own.keys()].filter((file) => !present.has(file))
      const applied = [...own].flatMap(([file, row]) => (present.has(file) ? [row] : []))
      const partial = applied.filter((row) => sheet.problems.partial.has(row)).length
      const counts = { applied: applied.length, partial, without_file: namesOf(missing) }
      return { name, result: { ...toldOf(sheet), ...counts } }
    })
  }
  return {
    files: [...rows.keys()],
    textsOf(name) {
      const row = rows.get(name.normalize('NFC'))
      const key = row?.category || UNCATEGORISED
      return { row, category: categories.get(key) ?? categoryFromKey(key) }
    },
    reports(files) {
      const present = new Set(Array.from(files, (file) => file.normalize('NFC')))
      return reports.map((report) => report(present))
    },
  }
}

/** Replaces a label by the category's key. A new key makes a new category. */
function nameCategory(
  cells: Partial<SheetCells>,
  row: number,
  { problems, places }: Sheet,
  categories: Iterable<Category>,
): void {
  const { category } = cells
  if (!category) return
  const key = categoryKey(category, categories) ?? (isCategoryKey(category) ? category : undefined)
  if (key) cells.category = key
  else {
    delete cells.category
    addProblem(problems, { code: 'notCategory', row, ...places.category, value: category })
  }
}

function inReadingOrder({ name: a }: SheetFile, { name: b }: SheetFile): number {
  return readingOrder(a) < readingOrder(b) ? -1 : 1
}

/** A folder comes before those in it. */
function readingOrder(name: string): string {
  const { dir, base } = posix.parse(name)
  return `${dir.replaceAll('/', '\0')}\0\0${base === METADATA ? 0 : 1}${base}`
}
