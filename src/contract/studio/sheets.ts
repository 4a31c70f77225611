import * as z from 'zod/mini'

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
  line: z.int(),
  clip: z.int(),
  title: z.string(),
  changes: z.array(CellChange),
})
export type RowChange = z.infer<typeof RowChange>

/** A preview of an import. */
export const ImportPlan = z.object({
  format: z.nullable(z.enum(['nagare', 'adobe', 'shutterstock', 'pixta'])),
  rows: z.int(),
  /** Clips that change, clips that are already so, and rows that are unreadable or match no clip. */
  changed: z.int(),
  same: z.int(),
  wrong: z.int(),
  /** The first of the rows that change. */
  changes: z.array(RowChange),
  /** The first of `wrong` problems: one line each, naming line and column. */
  problems: z.array(z.string()),
  /** The first ignored columns, and how many more there are. */
  unread: z.array(z.string()),
  unread_more: z.int(),
  digest: z.string(),
})
export type ImportPlan = z.infer<typeof ImportPlan>
