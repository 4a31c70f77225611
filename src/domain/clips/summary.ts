import { paragraphs } from './paragraphs.ts'

/** Most characters that search engines show of a description. */
const LONGEST_SUMMARY = 160

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * A description in short, for lists and search engines: its first paragraph, cut after a word, in Japanese too, where
 * it is too long. Empty where there is none.
 */
export function summary(description: string, longest = LONGEST_SUMMARY): string {
  const text = (paragraphs(description)[0] ?? '').replace(/\s+/g, ' ')
  if (text.length <= longest) return text
  const kept = upTo(wordsOf(text), longest - 1).replace(/[\s\p{P}]+$/u, '')
  return `${kept || upTo(text, longest - 1)}…`
}

/** As many of the pieces, from the first, as are no longer than that together. */
function upTo(pieces: Iterable<string>, longest: number): string {
  let kept = ''
  for (const piece of pieces) {
    if (kept.length + piece.length > longest) break
    kept += piece
  }
  return kept
}

/** Words and what stands between them, found one by one. */
function* wordsOf(text: string): Iterable<string> {
  for (const { segment } of segmenter.segment(text)) yield segment
}
