import { foldKana } from './fold.ts'

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** The words of a Japanese run with its katakana still in place, in order, in hiragana and kanji. */
export function japaneseWords(original: string): string[] {
  if (original.length === 1) return [foldKana(original)]
  return Array.from(segmenter.segment(original), ({ segment }) => foldKana(segment))
}
