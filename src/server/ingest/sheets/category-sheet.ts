import { z } from 'zod'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import type { SheetProblemCode } from '#domain/studio/library/sheet-problems.ts'
import type { Category } from '#server/library/clip-details.ts'
import { readCsv } from './csv-rows.ts'
import { addProblem } from './problems.ts'
import { cell, type Sheet } from './read-sheet.ts'

export interface CategorySheet extends Omit<Sheet, 'rows' | 'places'> {
  categories: Map<string, Category>
}

/** More than a shop's menu takes. */
const MOST_ROWS = 10_000
/** Position of categories without one. */
const LAST = 1000
const KEY = /^[a-z0-9]+(?:_[a-z0-9]+)*$/

export const isCategoryKey = (text: string) => KEY.test(text) && text.length <= 60

const wrong = (code: SheetProblemCode) => code

const Row = z.object({
  key: z.string().regex(KEY, wrong('notKey')),
  label_en: cell(80).min(1, wrong('noText')),
  label_ja: cell(80).default(''),
  position: z
    .string()
    .regex(/^\d{0,6}$/, wrong('notNumber'))
    .default(''),
})
const COLUMNS = Object.keys(Row.shape)

/** Reads categories.csv. A row with a bad field is left out. */
export function readCategories(bytes: Buffer): CategorySheet {
  const { columns, rows, problems } = readCsv(bytes, MOST_ROWS)
  const categories = new Map<string, Category>()
  for (const { row, values } of rows) {
    const parsed = Row.safeParse(Object.fromEntries(columns.map((column, at) => [column, values[at] ?? ''])))
    if (parsed.success) categories.set(parsed.data.key, category(parsed.data))
    for (const { path, message, code, ...issue } of parsed.error?.issues ?? []) {
      const name = String(path[0])
      const most = code === 'too_big' && 'maximum' in issue ? Number(issue.maximum) : undefined
      const at = columns.indexOf(name)
      // A missing column has a message of the library's.
      const problem = at < 0 ? wrong('noText') : (message as SheetProblemCode)
      addProblem(problems, { code: problem, row, column: at + 1 || undefined, name, value: values[at], most })
    }
  }
  const unknown = columns.filter((column) => column && !COLUMNS.includes(column))
  return { format: 'nagare', count: rows.length, problems, unknown, exportOnly: [], categories }
}

function category({ key, label_en, label_ja, position }: z.infer<typeof Row>): Category {
  return {
    key,
    label: label_en,
    label_ja: label_ja || label_en,
    position: position ? Number(position) : LAST,
  }
}

/** A category without a row: `four_seasons` is labelled "Four Seasons". */
export function categoryFromKey(key: string): Category {
  if (key === UNCATEGORISED)
    return { key, label: 'Uncategorised', label_ja: '未分類', position: LAST + 1, derived: true }
  const label = key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
  return { key, label, label_ja: label, position: LAST, derived: true }
}
