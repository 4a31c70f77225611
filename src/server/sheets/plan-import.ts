import { createHash } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { CellChange, ImportPlan, RowChange } from '#contract/studio/sheets.ts'
import type { SheetColumns } from '#domain/studio/bulk-change.ts'
import { inParts, ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import type { Db } from '#server/db/schema.ts'
import { addLine, cut } from '#server/ingest/sheets/bounded-lines.ts'
import { LONGEST_NAME } from '#server/ingest/sheets/csv-rows.ts'
import type { SheetCells } from '#server/ingest/sheets/metadata.ts'
import { bulkClips, type StoredClip } from '#server/library/bulk/bulk-clips.ts'
import { safeFileName } from '#server/library/clip-details.ts'
import { readAside } from './read-aside.ts'
import type { ImportRow } from './read-import.ts'

/** New values of a clip, if it still is at this version. */
export interface WantedChange {
  id: number
  version: number
  to: Partial<SheetColumns>
}

/** Most changed rows to show, and letters of their cells. */
const SHOWN = 500
const SHOWN_LETTERS = 1_000_000
const SHOWN_COLUMNS = 20
/** Our column of a sheet, and the clip's column that it changes. */
const COLUMNS: Partial<Record<keyof SheetCells, keyof SheetColumns>> = {
  ...{ title_en: 'title', title_ja: 'title_ja', description_en: 'description' },
  ...{ description_ja: 'description_ja', keywords_en: 'keywords', keywords_ja: 'keywords_ja' },
  ...{ category: 'category', license: 'license', license_type: 'license_type', user_name: 'user_name' },
  ...{ source: 'source', source_url: 'source_url', date_created: 'date_created', tags: 'tags' },
  ...{ modifier_model: 'modifier_model', modifier_company: 'modifier_company', ai: 'ai' },
}
/** Columns that visitors or the licence need cannot be emptied. */
const NEVER_EMPTY: readonly (keyof SheetColumns)[] = ['category', 'license', 'license_type']

/** Plans a sheet's changes; writes nothing. @throws as readAside() */
export async function planImport(
  db: Db,
  bytes: Buffer,
  name: string,
): Promise<{ plan: ImportPlan; wanted: WantedChange[] }> {
  const { format, rows, problems, unread } = await readAside(bytes, name)
  const categories = new Set(
    (await db.selectFrom('categories').select('key').execute()).map(({ key }) => key),
  )
  const wanted: WantedChange[] = []
  const changes: RowChange[] = []
  const seen = new Set<number>()
  let same = 0
  let letters = 0
  const wrong = (line: number, what: string) => addLine(problems, `${name} line ${line}, ${what}`)
  for (const part of inParts(rows, ROWS_AT_ONCE)) {
    await othersTurn()
    const clips = await clipsOf(db, part)
    for (const row of part) {
      const clip = clips.find(row)
      if (typeof clip === 'string') wrong(row.line, clip)
      else if (seen.has(clip.id)) wrong(row.line, `clip ${clip.id} has a row already`)
      else {
        seen.add(clip.id)
        const { to, cells, refused } = changesOf(row, clip, categories)
        for (const reason of refused) wrong(row.line, reason)
        if (cells.length === 0) same++
        else {
          wanted.push({ id: clip.id, version: clip.version, to })
          letters += lettersOf(cells)
          if (changes.length < SHOWN && letters <= SHOWN_LETTERS)
            changes.push({
              line: row.line,
              clip: clip.id,
              title: clip.title || clip.title_ja,
              changes: cells,
            })
        }
      }
    }
  }
  const plan: ImportPlan = {
    format: format ?? null,
    rows: rows.length,
    changed: wanted.length,
    same,
    wrong: problems.count,
    changes,
    problems: problems.first,
    unread: unread.slice(0, SHOWN_COLUMNS).map((column) => cut(column, LONGEST_NAME)),
    unread_more: Math.max(0, unread.length - SHOWN_COLUMNS),
    digest: createHash('sha256').update(JSON.stringify(wanted)).digest('hex'),
  }
  return { plan, wanted }
}

const lettersOf = (cells: readonly CellChange[]) =>
  cells.reduce((sum, { before, after }) => sum + before.length + after.length, 0)

/** Clips of these rows, by id or else by file name. `find` returns problems as text. */
async function clipsOf(db: Db, rows: readonly ImportRow[]) {
  const ids = rows.flatMap(({ id }) => id ?? [])
  const files = rows.flatMap(({ id, file }) => (id === undefined ? [fileOf(file)] : []))
  const named = db.selectFrom('medias').select('source_id').where('original_filename', 'in', files)
  if (files.length > 0) ids.push(...(await named.execute()).map(({ source_id }) => source_id))
  const byId = await bulkClips(db, ids)
  const byFile = Map.groupBy(byId.values(), ({ original_filename }) => original_filename)
  return {
    find({ id, file }: ImportRow): StoredClip | string {
      if (id !== undefined) return byId.get(id) ?? `column id: there is no clip ${id}`
      const named = byFile.get(fileOf(file)) ?? []
      if (named.length > 1)
        return `column file: several clips came as ${cut(file, LONGEST_NAME)}: ${named.map((clip) => clip.id).join(', ')}`
      return named[0] ?? `column file: no clip came as ${cut(file, LONGEST_NAME)}`
    },
  }
}

const fileOf = (path: string) => safeFileName(path.replaceAll('\\', '/'))

function changesOf({ cells }: ImportRow, clip: StoredClip, categories: ReadonlySet<string>) {
  const to: Partial<SheetColumns> = {}
  const changed: CellChange[] = []
  const refused: string[] = []
  for (const [name, value] of Object.entries(cells)) {
    const column = COLUMNS[name as keyof SheetCells]
    if (!column || value === undefined) continue
    const after = column === 'ai' ? aiOf(value) : value
    if (textOf(after) === textOf(clip[column])) continue
    if (after === '' && NEVER_EMPTY.includes(column)) refused.push(`column ${name}: cannot be emptied`)
    else if (column === 'category' && !categories.has(String(after)))
      refused.push(`column category: there is no category ${after}`)
    else {
      Object.assign(to, { [column]: after })
      changed.push({ column: name, before: textOf(clip[column]), after: textOf(after) })
    }
  }
  return { to, cells: changed, refused }
}

const aiOf = (value: unknown) => (value === 'yes' ? 1 : value === 'no' ? 0 : null)

/** The value as a sheet's text. */
function textOf(value: string | number | null | readonly string[]): string {
  if (typeof value === 'object') return (value ?? []).join('; ')
  return value === 1 ? 'yes' : value === 0 ? 'no' : String(value)
}
