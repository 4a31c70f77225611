import { z } from 'zod'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import type { Category } from '#server/library/clip-details.ts'
import { addLine, listed } from './bounded-lines.ts'
import { readCsv } from './csv-rows.ts'
import { cell } from './metadata.ts'

export interface CategorySheet {
  categories: Map<string, Category>
  problems: string[]
}

/** More than a shop's menu takes. */
const MOST_ROWS = 10_000
/** Position of categories without one. */
const LAST = 1000

const Row = z.object({
  key: z.string().regex(/^[a-z0-9]+(?:_[a-z0-9]+)*$/, 'must be lower case words joined by underscores'),
  label_en: cell(80).min(1, 'is empty'),
  label_ja: cell(80).default(''),
  position: z
    .string()
    .regex(/^\d{0,6}$/, 'must be a whole number')
    .default(''),
})

/** Reads categories.csv. A bad row is left out and reported by line and column. */
export function readCategories(bytes: Buffer, name: string): CategorySheet {
  const { rows, problems } = readCsv(bytes, name, MOST_ROWS + 1)
  if (rows.length > MOST_ROWS) addLine(problems, `${name}: there are more than ${MOST_ROWS} rows`)
  const categories = new Map<string, Category>()
  for (const { line, values } of rows.slice(0, MOST_ROWS)) {
    const parsed = Row.safeParse(values)
    if (parsed.success) categories.set(parsed.data.key, category(parsed.data))
    else
      for (const issue of parsed.error.issues)
        addLine(problems, `${name} line ${line}, column ${String(issue.path[0])}: ${issue.message}`)
  }
  return { categories, problems: listed(problems) }
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
