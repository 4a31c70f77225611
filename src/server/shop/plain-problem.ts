import { PLAIN_LINE, PLAIN_TEXT } from '#contract/plain-text.ts'

const TAG = /<[/!?]?[a-z]/i

/** Why a text of pages is refused before its meaning is looked at. @param lines whether it may have several */
export function plainProblem(
  text: string,
  most: number,
  { lines = false } = {},
): 'tooLong' | 'notPlain' | undefined {
  if (text.length > most) return 'tooLong'
  return !(lines ? PLAIN_TEXT : PLAIN_LINE).test(text) || TAG.test(text) ? 'notPlain' : undefined
}
