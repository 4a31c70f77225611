import { readPairs } from '#server/search/data/read-data.ts'
import { foldKana } from '#server/search/text/fold.ts'

/** The kana of each vowel, which another vowel after them makes long. */
const A = 'あかがさざただなはばぱまやゃらわ'
const I = 'いきぎしじちにひびぴみり'
const U = 'うくぐすずつぬふぶぷむゆゅる'
const E = 'えけげせぜてでねへべぺめれ'
const O = 'おこごそぞとどのほぼぽもよょろ'

/** Variant spellings of foreign sounds: ヴァイオリン and バイオリン. */
const FOREIGN = readPairs('japanese/foreign-sounds.txt')
const FOREIGN_SOUNDS = new RegExp([...FOREIGN.keys()].join('|'), 'g')

const MISSPELT = readPairs('japanese/misspelt.txt')
const MISSPELLINGS = new RegExp([...MISSPELT.keys()].join('|'), 'g')

const AFTER_N = readPairs('japanese/after-n.txt')

const SMALL = 'ぁぃぅぇぉゎ'
const LARGE = 'あいうえおわ'
const LARGE_OF = new Map([...SMALL].map((small, at) => [small, LARGE[at]!]))

const LONG_VOWELS = new RegExp(`([${A}])あ+|([${I}])い+|([${U}])う+|([${E}])[えい]|([${O}])[おう]+`, 'g')

/**
 * The loose sound of a word in normalised kana, in hiragana: a key that its spellings share. Long vowels are short, foreign
 * sounds have one spelling (ヴァ is ば, ティ is ち), and ん before a vowel joins it, as romaji without apostrophe does: both
 * 記念 and 禁煙 are `kinen`. Different words can share a key, so `strictSoundOf` tells which of them is meant.
 */
export function soundOf(kana: string): string {
  return oneSpelling(kana)
    .replace(MISSPELLINGS, (word) => MISSPELT.get(word)!)
    .replace(FOREIGN_SOUNDS, (sound) => FOREIGN.get(sound)!)
    .replace(/ふぉ(?=[ーおう]?[んむ])/g, 'ほ')
    .replace(/[ぁぃぅぇぉゎ]/g, (small) => LARGE_OF.get(small)!)
    .replace(/ー/g, '')
    .replace(/を/g, 'お')
    .replace(/ん([あいうえおやゆよ])/g, (_, vowel: string) => AFTER_N.get(vowel)!)
    .replace(LONG_VOWELS, '$1$2$3$4$5')
}

const LONG_MARKS: [RegExp, string][] = [
  [new RegExp(`(?<=[${A}ぁゎ])ー`, 'g'), 'あ'],
  [new RegExp(`(?<=[${I}ぃ])ー`, 'g'), 'い'],
  [new RegExp(`(?<=[${U}ぅゔ])ー`, 'g'), 'う'],
  [new RegExp(`(?<=[${E}ぇ])ー`, 'g'), 'え'],
  [new RegExp(`([${O}をぉ])[おー]`, 'g'), '$1う'],
]

/**
 * The exact sound of a word in normalised kana, in hiragana. Only spellings that always sound alike are merged:
 * katakana, ぢ and じ, づ and ず, おお and おう, and the vowel of ー. おばさん and おばあさん differ.
 */
export function strictSoundOf(kana: string): string {
  return LONG_MARKS.reduce((text, [mark, vowel]) => text.replace(mark, vowel), oneSpelling(kana))
}

/** Hiragana without kana that only repeat or double others. */
function oneSpelling(kana: string): string {
  return foldKana(kana)
    .replace(/(.)ゝ/g, '$1$1')
    .replace(/(.)ゞ/g, (_, first: string) => first + `${first}\u3099`.normalize('NFC'))
    .replace(/[ぢづゐゑ]/g, (letter) => ALIKE[letter]!)
}

const ALIKE: Record<string, string> = { ぢ: 'じ', づ: 'ず', ゐ: 'い', ゑ: 'え' }

const UNVOICED = 'かきくけこさしすせそたちつてとはひふへほ'
const VOICED = 'がぎぐげござじずぜぞだぢづでどばびぶべぼ'

/** With its first kana voiced: さくら is ざくら at the end of a compound. */
export function voiced(kana: string): string {
  return replaceFirst(kana, UNVOICED, VOICED)
}

/** With its first kana unvoiced: ばたけ of ひまわりばたけ is はたけ. */
export function unvoiced(kana: string): string {
  return replaceFirst(kana, VOICED, UNVOICED)
}

function replaceFirst(kana: string, from: string, to: string): string {
  const first = kana === '' ? -1 : from.indexOf(kana[0]!)
  return first < 0 ? kana : to[first] + kana.slice(1)
}
