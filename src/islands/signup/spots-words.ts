import { TESTER_SPOTS } from '#domain/membership/tester-spots.ts'
import { fill, type Template } from '#i18n/template.ts'

/** Texts for the number of spots; `unknown` while loading and after a failure. */
export interface SpotsWords {
  many: Template<'spots'>
  one: Template<'spots'>
  none: string
  unknown: Template<'total'>
}

/** @param left undefined if unknown */
export function spotsText(words: SpotsWords, left: number | undefined, total = TESTER_SPOTS): string {
  if (left === undefined) return fill(words.unknown, { total })
  if (left === 0) return words.none
  return fill(left === 1 ? words.one : words.many, { spots: left })
}
