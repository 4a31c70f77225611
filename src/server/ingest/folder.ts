import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Category, ClipDetails } from '#server/publish/clip-details.ts'
import { categoryFromKey, readCategories } from './sheets/category-sheet.ts'
import { detailsFromName, readMetadata } from './sheets/metadata.ts'

export interface Footage {
  path: string
  name: string
  details: ClipDetails
  category: Category
  /** Whether metadata.csv has a row for it; if not, a known clip keeps its details. */
  described: boolean
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

/** Lists a folder, without its subfolders, in the order of metadata.csv and then by name. */
export async function readFolder(folder: string, siteName: string): Promise<FootageFolder> {
  const sheet = readMetadata(await contents(folder, METADATA), METADATA, siteName)
  const { categories, problems } = readCategories(await contents(folder, CATEGORIES), CATEGORIES)
  const names = await filesIn(folder)
  const known = new Set(names.map((name) => name.normalize('NFC')))
  const missing = [...sheet.details.keys()].filter((file) => !known.has(file))
  return {
    footage: inOrder(names, [...sheet.details.keys()]).map((name) => {
      const row = sheet.details.get(name.normalize('NFC'))
      const details = row ?? detailsFromName(name, siteName)
      const category = categories.get(details.category) ?? categoryFromKey(details.category)
      return { path: join(folder, name), name, details, category, described: row !== undefined }
    }),
    problems: [...sheet.problems, ...problems],
    warnings: [...sheet.warnings, ...missing.map((file) => `${METADATA}: there is no file ${file}`)],
  }
}

async function contents(folder: string, name: string): Promise<Buffer> {
  const path = join(folder, name)
  return existsSync(path) ? readFile(path) : Buffer.alloc(0)
}

/** Regular files only; a pipe or device would never end. */
async function filesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !IGNORED.test(name)).sort()
  const isFile = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.isFile() ?? false),
  )
  return names.filter((_, i) => isFile[i])
}

function inOrder(names: string[], order: string[]): string[] {
  const place = new Map(order.map((file, i) => [file, i]))
  const at = (name: string) => place.get(name.normalize('NFC')) ?? Number.MAX_SAFE_INTEGER
  return names.toSorted((a, b) => at(a) - at(b))
}
