import { foldKana } from './fold.ts'

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** The words of a Japanese run in order, in hiragana and kanji; `original` has its katakana. */
export function japaneseWords(original: string): string[] {
  return japaneseWordsOfEach([original])[0]!
}

/** The words of each of several runs; one by one they take three times as long. */
export function japaneseWordsOfEach(originals: readonly string[]): string[][] {
  const text = originals.join(BETWEEN)
  const folded = foldKana(text)
  const lists: string[][] = []
  let words: string[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    if (segment === BETWEEN) {
      lists.push(words)
      words = []
    } else words.push(folded.slice(index, index + segment.length))
  }
  lists.push(words)
  return lists
}

/** Segmented as a word, and in no run. */
const BETWEEN = '\n'
