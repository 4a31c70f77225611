import type { LicenseType } from '#domain/clips/license.ts'
import { LONGEST_DURATION, type Orientation, type SearchFilters } from '#domain/clips/search-filters.ts'
import { all, any, type Expression } from './expression.ts'
import { spelled, type Token } from './tokens.ts'

/** A clip's filter values. Whole seconds. */
export interface Facets {
  id: number
  orientation: Orientation
  category: string
  license_type: LicenseType
  seconds: number
}

/** Every clip has it; used for searches with exclusions only, or nothing. */
export const EVERY_CLIP: Token = 'fa'

/** Longer durations share this one's token. */
export const LAST_SECOND = 63
/** Sizes of duration steps in seconds, and of blocks of ids, as powers of two. */
const SECOND_LEVELS = [4, 2, 0]
export const ID_LEVELS = [10, 13, 16]

/** The tokens of a clip's facets. */
export function facetTokens({ id, orientation, category, license_type, seconds }: Facets): Token[] {
  const second = Math.min(seconds, LAST_SECOND)
  return [
    EVERY_CLIP,
    orientationToken(orientation),
    categoryToken(category),
    licenseToken(license_type),
    ...SECOND_LEVELS.map((level) => secondsToken(level, second >> level)),
    ...ID_LEVELS.map((level) => idBlock(level, Math.floor(id / 2 ** level))),
  ]
}

/** The filters as tokens that a clip must match; empty without filters. */
export function filterExpressions(filters: SearchFilters): Expression[] {
  const { orientation, category, license_type, duration_from, duration_to } = filters
  return [
    ...(orientation ? [orientationToken(orientation)] : []),
    ...(category ? [categoryToken(category)] : []),
    ...(license_type ? [licenseToken(license_type)] : []),
    ...(duration_from === undefined && duration_to === undefined
      ? []
      : [durationExpression(duration_from ?? 0, duration_to ?? LONGEST_DURATION)]),
  ]
}

/** The token of the `number`th block of 2^level ids. */
export function idBlock(level: number, number: number): Token {
  return `fi${level}x${number}`
}

/** A range in as few steps as possible: the largest that fit, then smaller ones towards its ends. */
function durationExpression(from: number, to: number): Expression {
  const [first, last] = [Math.min(from, LAST_SECOND), Math.min(to, LAST_SECOND)]
  const steps: Token[] = []
  for (let second = first; second <= last; ) {
    const level = SECOND_LEVELS.find((size) => second % 2 ** size === 0 && second + 2 ** size - 1 <= last)!
    steps.push(secondsToken(level, second >> level))
    second += 2 ** level
  }
  return steps.length === 1 ? all(steps) : any(steps)
}

const orientationToken = (orientation: Orientation): Token => `fo${orientation}`
const categoryToken = (key: string): Token => `fc${spelled(key)}`
const licenseToken = (type: LicenseType): Token => `fn${type}`
const secondsToken = (level: number, step: number): Token => `fd${level}x${step}`
