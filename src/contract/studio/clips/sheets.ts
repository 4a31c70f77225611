import * as z from 'zod/mini'
import { SHEET_FORMATS, SHEET_PROBLEMS } from '#domain/studio/library/sheet-problems.ts'

export const MOST_SHEET_ROWS = 10_000
/** Bytes of a sheet; base64 makes them a third longer. */
export const MOST_SHEET_BYTES = 5 * 1024 * 1024

/** Body of `POST /api/studio/library/csv`: the clips of the sheet, in order. */
export const SheetExport = z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(50_000)) })
export type SheetExport = z.infer<typeof SheetExport>

/** Body of `POST /api/studio/library/import/preview`, which writes nothing: the file in base64. */
export const SheetFile = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  bytes: z.base64().check(z.maxLength(Math.ceil((MOST_SHEET_BYTES * 4) / 3) + 4, 'sheetTooLarge')),
})
export type SheetFile = z.infer<typeof SheetFile>

/** Body of `POST /api/studio/library/import`: runs only if it still does what the preview with this digest showed. */
export const SheetImport = z.extend(SheetFile, { digest: z.string().check(z.maxLength(64)) })
export type SheetImport = z.infer<typeof SheetImport>

/** One cell that changes. Lists are joined by `; `. */
export const CellChange = z.object({ column: z.string(), before: z.string(), after: z.string() })
export type CellChange = z.infer<typeof CellChange>

export const RowChange = z.object({
  /** As a spreadsheet counts it. */
  row: z.int(),
  clip: z.int(),
  title: z.string(),
  changes: z.array(CellChange),
})
export type RowChange = z.infer<typeof RowChange>

/** What is left out of a sheet, and where; see SheetProblem of the domain. */
const Problem = z.object({
  code: z.enum(SHEET_PROBLEMS),
  row: z.optional(z.int()),
  column: z.optional(z.int()),
  name: z.optional(z.string()),
  value: z.optional(z.string()),
  most: z.optional(z.int()),
})

/** How many there are, and the first of them. */
const Names = z.object({ count: z.int(), first: z.array(z.string()) })

/** What is read of any sheet. */
const ReadSheet = {
  format: z.nullable(z.enum(SHEET_FORMATS)),
  rows: z.int(),
  /** The first of `wrong` problems. */
  problems: z.array(Problem),
  wrong: z.int(),
  /** Columns that are not known, and ours that are exported for people to read. */
  unknown: Names,
  export_only: z.array(z.string()),
}

/** What became of a sheet that was sent with films. */
export const SheetResult = z.object({
  ...ReadSheet,
  /** Rows that apply to a file, rows without one, and rows that apply without some of their fields. */
  applied: z.int(),
  without_file: Names,
  partial: z.int(),
})
export type SheetResult = z.infer<typeof SheetResult>

/** A preview of an import. */
export const ImportPlan = z.object({
  ...ReadSheet,
  /** Clips that change, and clips that are already so. */
  changed: z.int(),
  same: z.int(),
  /** The first of the rows that change. */
  changes: z.array(RowChange),
  digest: z.string(),
})
export type ImportPlan = z.infer<typeof ImportPlan>
