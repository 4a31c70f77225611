import { toHiragana } from 'wanakana'
import { soundOf, strictSoundOf } from './sound.ts'

/** Consonants before the vowels of a syllable, and those vowels, in Hepburn, Kunrei and Nihon-shiki. */
const SYLLABLES: [onsets: string, vowels: string][] = [
  ['k s t n h m r g z d b p f v', 'aiueo'],
  ['ky sy ty cy ny hy my ry gy zy jy dy by py', 'auo'],
  ['sh ch j', 'aiueo'],
  ['ts', 'auo'],
  ['dz', 'u'],
  ['y', 'auo'],
  ['w', 'aieo'],
  ['', 'aiueo'],
]

const SYLLABLE = SYLLABLES.map(([onsets, vowels]) => `(?:${onsets.replaceAll(' ', '|')})[${vowels}]`).join(
  '|',
)
/** A doubled consonant is っ; in Hepburn also `tch`. */
const DOUBLED = '(?:([kstgzdbpfhj])(?=\\1)|c(?=ch|cy)|t(?=ch))?'
const ROMAJI = new RegExp(`^(?:${DOUBLED}(?:${SYLLABLE})|n(?:'|(?![aiueoy])))+$`)

/**
 * The loose sound of a Latin word, in lower case with or without accents, that can be romaji; undefined for others,
 * such as `temple`. Equal to `soundOf` of the kana: `kouen`, `koen` and `kōen` give that of こうえん. Many English words
 * can be romaji too (`same`, `to`), so use it only for words that nothing else explains.
 */
export function soundOfRomaji(word: string): string | undefined {
  const kana = kanaOf(word)
  return kana && soundOf(kana)
}

/** The exact sound of a Latin word whose vowels are as long as written: `biru` is ビル, not ビール. */
export function strictSoundOfRomaji(word: string): string | undefined {
  const kana = kanaOf(word)
  return kana && strictSoundOf(kana)
}

/** A Latin word in hiragana if it can be romaji. */
function kanaOf(word: string): string | undefined {
  const romaji = plain(word)
  return romaji.length > 1 && ROMAJI.test(romaji) ? inKana(romaji) : undefined
}

const soundOfPlain = (romaji: string): string => soundOf(inKana(romaji))

const inKana = (romaji: string): string => toHiragana(romaji.replace(/t(?=ch)/g, 'c').replace(/dz/g, 'z'))

/** One spelling for the variants of romaji; accents that romaji does not use stay. */
function plain(word: string): string {
  return word
    .normalize('NFD')
    .replace(/([aiueo])[\u0304\u0302]/g, '$1$1')
    .replace(/e\u0301/g, 'e')
    .replace(/m(?=[bmp])/g, 'n')
    .replace(/nn(?![aiueoy])/g, 'n')
    .replace(/oh(?=[^aiueoy]|$)/g, 'oo')
    .replace(/n['’]/g, "n'")
}

/**
 * The loose sounds that an unfinished word in romaji may begin: `ky` gives きゃ, きゅ and きょ, `shin` gives しん and, as a
 * vowel may follow, しな and so on. Empty below two letters and if it cannot be romaji.
 */
export function romajiPrefixSounds(typed: string): string[] {
  const romaji = plain(typed)
  if (romaji.length < 2) return []
  const sounds = [romaji, ...continuationsOf(romaji)].filter((word) => ROMAJI.test(word)).map(soundOfPlain)
  const unique = [...new Set(sounds)]
  return unique.filter((sound) => !unique.some((other) => other !== sound && sound.startsWith(other)))
}

/** After a consonant the syllable continues, the consonant is doubled, or it is the `m` of `shimbun`. */
function continuationsOf(romaji: string): string[] {
  const last = romaji.at(-1)!
  if (/[aiueo]/.test(last)) return []
  const endings = VOWELS.flatMap((vowel) => [vowel, `y${vowel}`, `h${vowel}`, `s${vowel}`, `ch${vowel}`])
  const continued = endings.flatMap((ending) => [romaji + ending, romaji + last + ending])
  return last === 'm' ? [...continued, `${romaji.slice(0, -1)}n`] : continued
}

const VOWELS = [...'aiueo']
