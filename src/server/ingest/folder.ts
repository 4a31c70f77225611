import { readdir, stat } from 'node:fs/promises'
import { join, parse, posix } from 'node:path'
import type { Category } from '#server/library/clip-details.ts'
import { readSheetFile } from './sheets/sheet-text.ts'
import {
  METADATA,
  readSheetsBeside,
  type SheetFile,
  type SheetReport,
  type SheetTexts,
} from './sheets/sheets-beside.ts'

/** Without a row or a sidecar, a known clip keeps its details. */
export interface Footage extends SheetTexts {
  path: string
  /** Path below the ingested folder, with `/`. */
  name: string
  /** Path of an `.xmp` file that describes it. */
  sidecar: string | undefined
}

export interface FootageFolder {
  footage: Footage[]
  sheets: SheetReport[]
  /** Folders that cannot be read. */
  warnings: string[]
}

/** Files that lie beside footage. */
const IGNORED = /^\.|\.(?:csv|txt|md|json|xmp|aae|ini|db|pdf|html)$/i

interface Folder {
  /** Path below the ingested folder; empty for the folder itself. */
  at: string
  files: string[]
}

/**
 * Lists a folder in the order of its sheets, then by name. @param categories the shop's, which rows may name by a label
 */
export async function readFolder(
  root: string,
  recurse: boolean,
  categories: readonly Category[],
): Promise<FootageFolder> {
  const warnings: string[] = []
  const folders = await walk(root, '', recurse, warnings)
  const sheets = await readSheetsBeside(
    folders.flatMap((folder) => sheetsIn(root, folder)),
    categories,
  )
  const found = folders.flatMap((folder) => footageIn(root, folder))
  // Another sheet with columns of its own is none of ours.
  const isOurs = ({ name, result }: SheetReport) =>
    result.format !== null || posix.basename(name) === METADATA
  return {
    footage: inOrder(found, sheets.files).map((file) => ({ ...file, ...sheets.textsOf(file.name) })),
    sheets: sheets.reports(found.map(({ name }) => name)).filter(isOurs),
    warnings,
  }
}

function sheetsIn(root: string, { at, files }: Folder): SheetFile[] {
  return files
    .filter((name) => /\.csv$/i.test(name))
    .map((name) => ({ name: posix.join(at, name), read: () => readSheetFile(join(root, at, name)) }))
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
      const sidecar = sidecarNames(name)
        .map((candidate) => sidecars.get(candidate))
        .find(Boolean)
      return {
        path: join(root, at, name),
        name: posix.join(at, name),
        sidecar: sidecar && join(root, at, sidecar),
      }
    })
}

/** Names that a file's sidecar may have, the likeliest first, in lower case. */
export function sidecarNames(name: string): string[] {
  return [`${name}.xmp`, `${parse(name).name}.xmp`].map((sidecar) => sidecar.toLowerCase())
}

function inOrder<T extends { name: string }>(files: T[], order: string[]): T[] {
  const place = new Map(order.map((file, i) => [file, i]))
  const at = ({ name }: T) => place.get(name.normalize('NFC')) ?? Number.MAX_SAFE_INTEGER
  return files.toSorted((a, b) => at(a) - at(b))
}
