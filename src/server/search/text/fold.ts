/** NFKC and lower case, so that full-width, half-width and composed forms agree. Katakana stays katakana. */
export function normalise(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase()
  return lower.normalize('NFKC')
}

/** Katakana to hiragana, letter by letter: ラーメン and らーめん are one word. */
export function foldKana(text: string): string {
  return text.replace(/[ァ-ヶヽヾ]/g, (letter) => {
    if (letter === 'ヵ') return 'か'
    if (letter === 'ヶ') return 'け'
    return String.fromCharCode(letter.charCodeAt(0) - KATAKANA_ABOVE_HIRAGANA)
  })
}

/** A folded word in katakana if its text is: たわー for タワ is タワー. */
export function writtenAs(text: string, word: string): string {
  if (!/[ァ-ヶ]/.test(text) || /[ぁ-ゖ]/.test(text)) return word
  return word.replace(/[ぁ-ゖ]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + KATAKANA_ABOVE_HIRAGANA),
  )
}

const KATAKANA_ABOVE_HIRAGANA = 0x60

/** A normalised word without accents, apostrophes and the English genitive: `kyōto` is kyoto, `temple's` temple. */
export function foldLatin(word: string): string {
  if (PLAIN.test(word)) return word
  return word
    .replace(/['’]s$/, '')
    .replace(/['’]/g, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđłıðþ]/g, (letter) => LETTERS[letter] ?? '')
}

const PLAIN = /^[a-z0-9]+$/
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ð: 'd',
  þ: 'th',
}
