import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, parse, posix } from 'node:path'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import type { Category } from '#server/library/clip-details.ts'
import { addLine, listed, noLines } from './sheets/bounded-lines.ts'
import { categoryFromKey, readCategories } from './sheets/category-sheet.ts'
import { type Metadata, readMetadata, type SheetRow } from './sheets/metadata.ts'
import { readSheetFile } from './sheets/sheet-text.ts'

export interface Footage {
  path: string
  /** Path below the ingested folder, with `/`. */
  name: string
  /** From metadata.csv. Without a row or a sidecar, a known clip keeps its details. */
  row: SheetRow | undefined
  /** Path of an `.xmp` file that describes it. */
  sidecar: string | undefined
  category: Category
}

export interface FootageFolder {
  footage: Footage[]
  /** Unusable rows. */
  problems: string[]
  warnings: string[]
}

const METADATA = 'metadata.csv'
const CATEGORIES = 'categories.csv'
/** Files that lie beside footage. */
const IGNORED = /^\.|\.(?:csv|txt|md|json|xmp|aae|ini|db|pdf|html)$/i

interface Folder {
  /** Path below the ingested folder; empty for the folder itself. */
  at: string
  files: string[]
}

/** Lists a folder in the order of its sheets, then by name. A subfolder's sheets apply to that subfolder. */
export async function readFolder(root: string, recurse: boolean): Promise<FootageFolder> {
  const problems: string[] = []
  const warnings: string[] = []
  const rows = new Map<string, SheetRow>()
  const categories = new Map<string, Category>()
  const folders = await walk(root, '', recurse, warnings)
  for (const { at, files } of folders) {
    const labels = readCategories(await contents(join(root, at, CATEGORIES)), posix.join(at, CATEGORIES))
    for (const [key, category] of labels.categories) if (!categories.has(key)) categories.set(key, category)
    problems.push(...labels.problems)
    for (const sheet of await sheetsIn(root, { at, files })) {
      for (const [file, row] of sheet.rows) if (!rows.has(file)) rows.set(file, row)
      problems.push(...sheet.problems)
      warnings.push(...sheet.warnings)
    }
  }
  const found = folders.flatMap((folder) => footageIn(root, folder))
  const known = new Set(found.map(({ name }) => name.normalize('NFC')))
  const missing = noLines()
  for (const file of rows.keys())
    if (!known.has(file)) addLine(missing, `${METADATA}: there is no file ${file}`)
  const footage = inOrder(found, [...rows.keys()]).map((file) => {
    const row = rows.get(file.name.normalize('NFC'))
    const key = row?.category || UNCATEGORISED
    return { ...file, row, category: categories.get(key) ?? categoryFromKey(key) }
  })
  return {
    footage,
    problems,
    warnings: [...warnings, ...listed(missing)],
  }
}

/** metadata.csv, and other sheets with known columns, such as an agency's. */
async function sheetsIn(root: string, { at, files }: Folder): Promise<Metadata[]> {
  const others = files.filter((name) => /\.csv$/i.test(name) && ![METADATA, CATEGORIES].includes(name))
  const sheets: Metadata[] = []
  for (const name of [METADATA, ...others]) {
    const sheet = readMetadata(await contents(join(root, at, name)), posix.join(at, name))
    if (name === METADATA || sheet.format) sheets.push(sheet)
  }
  return sheets
}

/** Regular files only, since a pipe or device would never end; links to folders are not followed. */
async function walk(root: string, at: string, recurse: boolean, warnings: string[]): Promise<Folder[]> {
  const entries = await readdir(join(root, at), { withFileTypes: true }).catch((error: Error) => {
    if (at === '') throw error
    warnings.push(`${at} is left out: ${error.message}`)
    return []
  })
  const names = entries.map(({ name }) => name).sort()
  const isFile = await Promise.all(
    names.map(async (name) => (await stat(join(root, at, name)).catch(() => undefined))?.isFile() ?? false),
  )
  const below = recurse ? entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')) : []
  const folders: Folder[] = [{ at, files: names.filter((_, i) => isFile[i]) }]
  for (const { name } of below.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    folders.push(...(await walk(root, posix.join(at, name), recurse, warnings)))
  return folders
}

function footageIn(root: string, { at, files }: Folder) {
  const sidecars = new Map(
    files.filter((name) => /\.xmp$/i.test(name)).map((name) => [name.toLowerCase(), name]),
  )
  return files
    .filter((name) => !IGNORED.test(name))
    .map((name) => {
      const wanted = [`${name}.xmp`, `${parse(name).name}.xmp`].map((sidecar) => sidecar.toLowerCase())
      const sidecar = wanted.map((candidate) => sidecars.get(candidate)).find(Boolean)
      return {
        path: join(root, at, name),
        name: posix.join(at, name),
        sidecar: sidecar && join(root, at, sidecar),
      }
    })
}

async function contents(path: string): Promise<Buffer> {
  return existsSync(path) ? readSheetFile(path) : Buffer.alloc(0)
}

function inOrder<T extends { name: string }>(files: T[], order: string[]): T[] {
  const place = new Map(order.map((file, i) => [file, i]))
  const at = ({ name }: T) => place.get(name.normalize('NFC')) ?? Number.MAX_SAFE_INTEGER
  return files.toSorted((a, b) => at(a) - at(b))
}
