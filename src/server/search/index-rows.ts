import { LICENSE_TYPES } from '#domain/license.ts'
import { ORIENTATIONS } from '#domain/search-filters.ts'
import type { ClipDocument } from './clip-document.ts'

/**
 * What the index keeps of clips, all but their ranks, column by column. Texts are joined to one: so they cross from one
 * thread to another, and to PostgreSQL, in a fraction of the time of many short ones.
 */
export interface IndexRows {
  ids: number[]
  titleTexts: string
  keywordTexts: string
  likenesses: string
  categories: string
  /** Places in ORIENTATIONS and LICENSE_TYPES. */
  orientations: number[]
  licenses: number[]
  seconds: number[]
  tokens: string
}

/** Between the texts of a column, and in none of them. */
export const SEPARATOR = '\x1f'

export function rowsOf(documents: readonly ClipDocument[]): IndexRows {
  const facets = documents.map((document) => document.facets)
  return {
    ids: facets.map(({ id }) => id),
    titleTexts: joined(documents.map(({ titleText }) => titleText)),
    keywordTexts: joined(documents.map(({ keywordText }) => keywordText)),
    likenesses: joined(documents.map(({ likeness }) => likeness)),
    categories: joined(facets.map(({ category }) => category)),
    orientations: facets.map(({ orientation }) => ORIENTATIONS.indexOf(orientation)),
    licenses: facets.map(({ license_type }) => LICENSE_TYPES.indexOf(license_type)),
    seconds: facets.map(({ seconds }) => seconds),
    tokens: joined(documents.map(({ tokens }) => tokens)),
  }
}

/** The rows of several, one after the other. */
export function concatenated(parts: readonly IndexRows[]): IndexRows {
  const full = parts.filter(({ ids }) => ids.length > 0)
  return mapColumns(full[0] ?? rowsOf([]), {
    numbers: (name) => full.flatMap((part) => part[name]),
    texts: (name) => joined(full.map((part) => part[name])),
  })
}

/** The rows of other clips than these. */
export function withoutClips(rows: IndexRows, ids: ReadonlySet<number>): IndexRows {
  if (!rows.ids.some((id) => ids.has(id))) return rows
  const isKept = (_: unknown, at: number) => !ids.has(rows.ids[at]!)
  return mapColumns(rows, {
    numbers: (name) => rows[name].filter(isKept),
    texts: (name) => joined(textsOf(rows, name).filter(isKept)),
  })
}

/** The texts of a column, one for each clip. */
export function textsOf(rows: IndexRows, name: TextColumn): string[] {
  return rows.ids.length === 0 ? [] : rows[name].split(SEPARATOR)
}

type NumberColumn = {
  [Name in keyof IndexRows]: IndexRows[Name] extends string ? never : Name
}[keyof IndexRows]
export type TextColumn = Exclude<keyof IndexRows, NumberColumn>

function mapColumns(
  rows: IndexRows,
  { numbers, texts }: { numbers(name: NumberColumn): number[]; texts(name: TextColumn): string },
): IndexRows {
  const columns = Object.entries(rows).map(([name, column]) => [
    name,
    typeof column === 'string' ? texts(name as TextColumn) : numbers(name as NumberColumn),
  ])
  return Object.fromEntries(columns)
}

const joined = (texts: readonly string[]) => texts.join(SEPARATOR)
