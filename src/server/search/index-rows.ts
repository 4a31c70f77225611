import { LICENSE_TYPES } from '#domain/license.ts'
import { ORIENTATIONS } from '#domain/search-filters.ts'
import type { Engine } from '#server/db/engine.ts'
import type { ClipDocument } from './clip-document.ts'
import type { Token } from './tokens.ts'

/** What the index keeps of clips, all but their ranks, column by column. */
export interface IndexRows {
  ids: number[]
  titleTexts: string[]
  keywordTexts: string[]
  likenesses: string[]
  categories: string[]
  /** Places in ORIENTATIONS and LICENSE_TYPES. */
  orientations: number[]
  licenses: number[]
  seconds: number[]
  /** As the engine reads them: a text of words, or a `tsvector` literal. */
  tokens: string[]
}

export const emptyRows = (): IndexRows => ({
  ids: [],
  titleTexts: [],
  keywordTexts: [],
  likenesses: [],
  categories: [],
  orientations: [],
  licenses: [],
  seconds: [],
  tokens: [],
})

export function addRow(
  rows: IndexRows,
  engine: Engine,
  { facets, titleText, keywordText, likeness, tokens }: ClipDocument,
): void {
  rows.ids.push(facets.id)
  rows.titleTexts.push(titleText)
  rows.keywordTexts.push(keywordText)
  rows.likenesses.push(likeness)
  rows.categories.push(facets.category)
  rows.orientations.push(ORIENTATIONS.indexOf(facets.orientation))
  rows.licenses.push(LICENSE_TYPES.indexOf(facets.license_type))
  rows.seconds.push(facets.seconds)
  rows.tokens.push(engine === 'sqlite' ? tokens.join(' ') : vectorOf(tokens))
}

/** The rows of other clips than these. */
export function withoutClips(rows: IndexRows, ids: ReadonlySet<number>): IndexRows {
  if (!rows.ids.some((id) => ids.has(id))) return rows
  const kept = rows.ids.map((id) => !ids.has(id))
  const names = Object.keys(rows) as (keyof IndexRows)[]
  const columns = names.map((name) => [name, (rows[name] as unknown[]).filter((_, at) => kept[at])])
  return Object.fromEntries(columns) as IndexRows
}

/** The same as a few long texts, which cross from one thread to another in a fraction of the time of many short ones. */
export type PackedRows = {
  [Name in keyof IndexRows]: IndexRows[Name] extends string[] ? string : Float64Array
}

export function packRows(rows: IndexRows): PackedRows {
  const packed = Object.entries(rows).map(([name, column]) => [
    name,
    isNumbers(column) ? Float64Array.from(column) : column.join(SEPARATOR),
  ])
  return Object.fromEntries(packed)
}

export function unpackRows(packed: PackedRows): IndexRows {
  const unpacked = Object.entries(packed).map(([name, column]) => [
    name,
    typeof column === 'string' ? column.split(SEPARATOR) : Array.from(column),
  ])
  return packed.ids.length === 0 ? emptyRows() : Object.fromEntries(unpacked)
}

const isNumbers = (column: number[] | string[]): column is number[] => typeof column[0] === 'number'

/** In none of the texts. */
export const SEPARATOR = '\x1f'

/** A `tsvector` literal. Only words have places: nothing asks what stands beside a keyword or a facet. */
function vectorOf(tokens: readonly Token[]): string {
  const parts: string[] = []
  for (let at = 0; at < tokens.length; at++) parts.push(tokens[at]!, isPlaced(tokens[at]!) ? place(at) : ' ')
  return parts.join('')
}

const isPlaced = (token: Token) => !token.startsWith('k') && !token.startsWith('f')

/** Most clips have a few hundred tokens. */
const PLACES = Array.from({ length: 1_000 }, (_, at) => `:${at + 1} `)
const place = (at: number) => PLACES[at] ?? `:${at + 1} `
