import { paragraphs } from './paragraphs.ts'

/** Search engines show about this many characters of a description. */
const LONGEST_SUMMARY = 160

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The first paragraph, cut after a word (in Japanese too), for lists and search engines. Empty if there is none. */
export function summary(description: string, longest = LONGEST_SUMMARY): string {
  const text = (paragraphs(description)[0] ?? '').replace(/\s+/g, ' ')
  if (text.length <= longest) return text
  const kept = upTo(wordsOf(text), longest - 1).replace(/[\s\p{P}]+$/u, '')
  return `${kept || upTo(text, longest - 1)}…`
}

/** As many leading pieces as fit the length. */
function upTo(pieces: Iterable<string>, longest: number): string {
  let kept = ''
  for (const piece of pieces) {
    if (kept.length + piece.length > longest) break
    kept += piece
  }
  return kept
}

/** Words and separators, lazily. */
function* wordsOf(text: string): Iterable<string> {
  for (const { segment } of segmenter.segment(text)) yield segment
}
