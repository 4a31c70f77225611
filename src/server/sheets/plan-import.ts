import { createHash } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { CellChange, ImportPlan, RowChange } from '#contract/studio/clips/sheets.ts'
import { keywordsIn } from '#domain/studio/clip/keywords.ts'
import type { SheetColumns } from '#domain/studio/library/bulk-change.ts'
import type { SheetProblem } from '#domain/studio/library/sheet-problems.ts'
import { inParts, ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import type { Db } from '#server/db/schema.ts'
import { addProblem } from '#server/ingest/sheets/problems.ts'
import {
  categoryKey,
  type Sheet,
  type SheetCells,
  type SheetRow,
  toldOf,
} from '#server/ingest/sheets/read-sheet.ts'
import { storedCategories } from '#server/ingest/sheets/sheets-beside.ts'
import { bulkClips, type StoredClip } from '#server/library/bulk/bulk-clips.ts'
import { type Category, safeFileName } from '#server/library/clip-details.ts'
import { readAside } from './read-aside.ts'

/** New values of a clip, if it still is at this version. */
export interface WantedChange {
  id: number
  version: number
  to: Partial<SheetColumns>
}

/** Most changed rows to show, and letters of their cells. */
const SHOWN = 500
const SHOWN_LETTERS = 1_000_000
/** Our column of a sheet, and the clip's column that it changes. */
const COLUMNS: Partial<Record<keyof SheetCells, keyof SheetColumns>> = {
  ...{ title_en: 'title', title_ja: 'title_ja', description_en: 'description' },
  ...{ description_ja: 'description_ja', keywords_en: 'keywords', keywords_ja: 'keywords_ja' },
  ...{ category: 'category', license: 'license', license_type: 'license_type', user_name: 'user_name' },
  ...{ source: 'source', source_url: 'source_url', date_created: 'date_created', tags: 'tags' },
  ...{ modifier_model: 'modifier_model', modifier_company: 'modifier_company', ai: 'ai' },
  ...{ still_license: 'still_license', still_license_url: 'still_license_url' },
  modifier_date: 'modifier_date',
}
/** Columns that visitors or the licence need cannot be emptied. */
const NEVER_EMPTY: readonly (keyof SheetColumns)[] = ['category', 'license', 'license_type']

/** Plans a sheet's changes; writes nothing. @throws as readAside() */
export async function planImport(
  db: Db,
  bytes: Buffer,
): Promise<{ plan: ImportPlan; wanted: WantedChange[] }> {
  const sheet = await readAside(bytes)
  const categories = await storedCategories(db)
  const wanted: WantedChange[] = []
  const changes: RowChange[] = []
  const seen = new Set<number>()
  let same = 0
  let letters = 0
  for (const part of inParts(sheet.rows, ROWS_AT_ONCE)) {
    await othersTurn()
    const clips = await clipsOf(db, part)
    for (const row of part) {
      const clip = clips.find(row)
      if ('code' in clip) addProblem(sheet.problems, { row: row.row, ...clip })
      else if (seen.has(clip.id))
        addProblem(sheet.problems, { code: 'twice', row: row.row, value: row.file || String(clip.id) })
      else {
        seen.add(clip.id)
        const { to, cells } = changesOf(row, clip, { sheet, categories })
        if (cells.length === 0) same++
        else {
          wanted.push({ id: clip.id, version: clip.version, to })
          letters += lettersOf(cells)
          if (changes.length < SHOWN && letters <= SHOWN_LETTERS)
            changes.push({ row: row.row, clip: clip.id, title: clip.title || clip.title_ja, changes: cells })
        }
      }
    }
  }
  const digest = createHash('sha256').update(JSON.stringify(wanted)).digest('hex')
  return { plan: { ...toldOf(sheet), changed: wanted.length, same, changes, digest }, wanted }
}

const lettersOf = (cells: readonly CellChange[]) =>
  cells.reduce((sum, { before, after }) => sum + before.length + after.length, 0)

/** Clips of these rows, by id or else by file name. `find` returns why there is none. */
async function clipsOf(db: Db, rows: readonly SheetRow[]) {
  const ids = rows.flatMap(({ id }) => id ?? [])
  const files = rows.flatMap(({ id, file }) => (id === undefined ? [fileOf(file)] : []))
  const named = db.selectFrom('medias').select('source_id').where('original_filename', 'in', files)
  if (files.length > 0) ids.push(...(await named.execute()).map(({ source_id }) => source_id))
  const byId = await bulkClips(db, ids)
  const byFile = Map.groupBy(byId.values(), ({ original_filename }) => original_filename)
  return {
    find({ id, file }: SheetRow): StoredClip | SheetProblem {
      if (id !== undefined) return byId.get(id) ?? { code: 'noClip', value: String(id) }
      const [clip, ...others] = byFile.get(fileOf(file)) ?? []
      if (!clip) return { code: 'noClipOf', value: file }
      const numbers = [clip, ...others].map((each) => each.id).join(', ')
      return others.length > 0 ? { code: 'severalClips', value: `${file}: ${numbers}` } : clip
    },
  }
}

const fileOf = (path: string) => safeFileName(path.replaceAll('\\', '/'))

function changesOf(
  { row, cells }: SheetRow,
  clip: StoredClip,
  { sheet, categories }: { sheet: Sheet; categories: readonly Category[] },
) {
  const to: Partial<SheetColumns> = {}
  const changed: CellChange[] = []
  for (const [name, value] of Object.entries(cells)) {
    const column = COLUMNS[name as keyof SheetCells]
    if (!column || value === undefined) continue
    const after =
      column === 'ai' ? aiOf(value) : column === 'category' ? categoryKey(String(value), categories) : value
    const refuse = (code: SheetProblem['code']) =>
      addProblem(sheet.problems, {
        code,
        row,
        ...sheet.places[name as keyof SheetCells],
        value: String(value),
      })
    if (value === '' && NEVER_EMPTY.includes(column)) refuse('neverEmpty')
    else if (after === undefined) refuse('notCategory')
    else if (comparable(after) !== comparable(clip[column])) {
      Object.assign(to, { [column]: after })
      changed.push({ column: name, before: textOf(clip[column]), after: textOf(after) })
    }
  }
  return { to, cells: changed }
}

const aiOf = (value: unknown) => (value === 'yes' ? 1 : value === 'no' ? 0 : null)

/** The value as a sheet's text. */
function textOf(value: string | number | null | readonly string[]): string {
  if (typeof value === 'object') return (value ?? []).join('; ')
  return value === 1 ? 'yes' : value === 0 ? 'no' : String(value)
}

/** Without what a spreadsheet changes by itself: line breaks, spaces at the ends, and how a list is separated. */
function comparable(value: string | number | null | readonly string[]): string {
  const text = textOf(value)
  return typeof value === 'object' ? keywordsIn(text).join(';') : text.replaceAll(/\r\n?/g, '\n').trim()
}
