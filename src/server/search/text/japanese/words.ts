import { foldKana } from '#server/search/text/fold.ts'
import { memoize } from '#server/search/text/memoize.ts'
import { isHiragana } from '#server/search/text/scripts.ts'

/** A word's role in its sentence. A `function` word (particle, auxiliary, する) tells nothing about a clip. */
export type WordKind = 'noun' | 'name' | 'verb' | 'adjective' | 'adverb' | 'number' | 'prefix' | 'function'

/** A word of a Japanese text. All but `written` are in hiragana and kanji. */
export interface JapaneseWord {
  written: string
  /** As written, folded. */
  surface: string
  /** Its dictionary form: 歩く for 歩いて. */
  base: string
  /** Reading of the dictionary form, in hiragana; empty if the dictionary lacks the word. */
  reading: string
  kind: WordKind
  /** Whether the dictionary lacks it. */
  unknown?: true
}

/** Reading of the written form: 打ち of 打つ is うち. Empty if unknown. */
export function readingAsWritten({ surface, base, reading }: JapaneseWord): string {
  if (base === surface) return reading
  if (isHiragana(surface)) return surface
  let same = 0
  while (same < surface.length && surface[same] === base[same]) same++
  const ending = base.slice(same)
  if (same === 0 || !reading.endsWith(ending)) return ''
  return reading.slice(0, reading.length - ending.length) + surface.slice(same)
}

/** The words of each run of Japanese; a run is the words' `written` one after another. */
export interface Analysis {
  get(run: string): readonly JapaneseWord[] | undefined
}

const LETTERS: Record<WordKind, string> = {
  noun: 'n',
  name: 'p',
  verb: 'v',
  adjective: 'a',
  adverb: 'd',
  number: 'u',
  prefix: 'x',
  function: 'f',
}
/** A noun that the dictionary lacks. */
const UNKNOWN = 'k'
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as WordKind]))

/** A run as a line of text: its words with spaces between, each as kind, written form, base and reading. */
export function writeRun(words: readonly JapaneseWord[]): string {
  return words.map(writeWord).join(' ')
}

function writeWord({ written, surface, base, reading, kind, unknown }: JapaneseWord): string {
  const other = base === surface ? '' : base
  return `${unknown ? UNKNOWN : LETTERS[kind]}${[written, other, reading].join('/').replace(/\/+$/, '')}`
}

/** Reads what `writeRun` wrote. Words that are written alike are the same object. */
export function readRun(line: string): JapaneseWord[] {
  return line.split(' ').map((text) => readWord(text))
}

const readWord = memoize((text): JapaneseWord => {
  const [written = '', base = '', reading = ''] = text.slice(1).split('/')
  const surface = foldKana(written)
  const word = { written, surface, base: base || surface, reading, kind: KINDS.get(text[0]!) ?? 'noun' }
  return text[0] === UNKNOWN ? { ...word, unknown: true } : word
})
