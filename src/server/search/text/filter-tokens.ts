import { shadesIn, shadesOf } from '#domain/look/shades.ts'
import { rangeIn } from '#domain/search/filter-query.ts'
import type { SearchFilters } from '#domain/search/filters.ts'
import { type FilterValues, INDEXED_FILTERS } from '#server/list-filters.ts'
import { any, type Expression } from './expression.ts'
import { spelled, type Token } from './tokens.ts'

/** Every clip has it; used for searches with exclusions only, or nothing. */
export const EVERY_CLIP: Token = 'fa'

/** Sizes of a range's steps and of blocks of ids, as powers of two. */
const STEP_LEVELS = [4, 2, 0]
const ID_LEVELS = [0, 10, 13, 16]
/** Those that newest-first lists are read in. */
export const BLOCK_LEVELS = ID_LEVELS.slice(1)

/** The tokens of a clip's filter values and id. */
export function filterTokens(id: number, values: FilterValues): Token[] {
  return [
    EVERY_CLIP,
    ...INDEXED_FILTERS.flatMap(({ name, filter, letter, last }) => {
      const value = values[name]
      if (value === undefined) return []
      if (filter.kind === 'range') return steps(letter, Math.min(Number(value), last))
      if (filter.kind === 'colour') return shadesIn(Number(value)).map(shadeToken)
      return [valueToken(letter, String(value))]
    }),
    ...ID_LEVELS.map((level) => idBlock(level, Math.floor(id / 2 ** level))),
  ]
}

/** The filters as tokens that a clip must match; empty without filters. */
export function filterExpressions(filters: SearchFilters): Expression[] {
  return INDEXED_FILTERS.flatMap(({ name, filter, letter, last }) => {
    if (filter.kind === 'range') {
      const range = rangeIn(filters, name, filter)
      return range ? [rangeExpression(letter, Math.min(range.from, last), Math.min(range.to, last))] : []
    }
    const value = (filters as FilterValues)[name]
    if (!value) return []
    if (filter.kind !== 'colour') return [valueToken(letter, String(value))]
    return [any(shadesOf(String(value)).map(shadeToken))]
  })
}

/** The token of the `number`th block of 2^level ids. */
export function idBlock(level: number, number: number): Token {
  return `fi${level}x${number}`
}

/** Clips with a layout in any of some cells, at least one. */
export const cellExpression = (cells: readonly string[]) => any(cells.map(cellToken))
export const cellToken = (cell: string): Token => `l${cell}`

/** Exactly these clips. */
export function clipsOf(ids: readonly number[]): Expression {
  return any(ids.map((id) => idBlock(0, id)))
}

/** A range in as few steps as possible: the largest that fit, then smaller ones towards its ends. None if it is empty. */
function rangeExpression(letter: string, first: number, last: number): Expression {
  const tokens: Token[] = []
  for (let number = first; number <= last; ) {
    const level = STEP_LEVELS.find((size) => number % 2 ** size === 0 && number + 2 ** size - 1 <= last)!
    tokens.push(stepToken(letter, level, number))
    number += 2 ** level
  }
  return any(tokens)
}

const steps = (letter: string, number: number) => STEP_LEVELS.map((level) => stepToken(letter, level, number))
const stepToken = (letter: string, level: number, number: number): Token =>
  `f${letter}${level}x${number >> level}`
/** With the letter of the filter by colour. */
const shadeToken = (shade: number): Token => `fk${shade}`
const valueToken = (letter: string, value: string): Token => `f${letter}${spelled(value)}`
