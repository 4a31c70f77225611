/** A part of a text, and whether it is one of the searched words. */
export interface MarkedPart {
  text: string
  marked: boolean
}

/**
 * A title split into parts, with the searched words marked. Case, width, accents and kind of kana are ignored. Latin
 * words match whole, Japanese anywhere, since it has no spaces; a visible letter is never split. @param words in their
 * written form; inflected forms are separate words
 */
export function markRanges(title: string, words: readonly string[]): MarkedPart[] {
  const letters = title.match(LETTERS) ?? []
  const { text, letterAt } = foldedLetters(letters)
  const marked = new Set<number>()
  for (const word of new Set(words.map(fold)))
    for (const at of placesOf(word, text))
      for (let next = at; next < at + word.length; next++) marked.add(letterAt[next]!)
  return partsOf(letters, marked)
}

/** A letter with its accents; half-width kana have their voicing as a letter of its own. */
const LETTERS = /.[\p{M}ﾞﾟ]*/gsu

/** The folded text, and for each of its characters the letter of the title that it comes from. */
function foldedLetters(letters: readonly string[]): { text: string; letterAt: number[] } {
  const folded = letters.map(fold)
  return { text: folded.join(''), letterAt: folded.flatMap((letter, at) => Array(letter.length).fill(at)) }
}

function fold(text: string): string {
  if (/^[a-z0-9 ]*$/.test(text)) return text
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
  return plain
    .normalize('NFC')
    .replace(/[\s‐-]+/gu, ' ')
    .replace(KATAKANA, toHiragana)
}

const KATAKANA = /[ァ-ヶヽヾ]/g
const toHiragana = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 0x60)

function* placesOf(word: string, text: string): Generator<number> {
  if (word.trim() === '') return
  const isWhole = !JAPANESE.test(word)
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isWhole || !(LATIN_END.test(text.slice(0, at)) || LATIN_START.test(text.slice(at + word.length))))
      yield at
}

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** A letter or digit of a script with spaces. */
const SPACED = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{N}]`
const LATIN_START = new RegExp(`^${SPACED}`, 'u')
const LATIN_END = new RegExp(`${SPACED}$`, 'u')

function partsOf(letters: readonly string[], marked: ReadonlySet<number>): MarkedPart[] {
  const parts: MarkedPart[] = []
  for (const [at, letter] of letters.entries()) {
    const last = parts.at(-1)
    if (last?.marked === marked.has(at)) last.text += letter
    else parts.push({ text: letter, marked: marked.has(at) })
  }
  return parts
}
