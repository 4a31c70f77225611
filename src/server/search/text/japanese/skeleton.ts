import { foldKanji } from './kanji.ts'

const KANJI = /[\p{Script=Han}々]/gu
const PARTS = /([\p{Script=Han}々〆]+)|([ァ-ヺー]+)|([ぁ-ゖ]+)/gu

/** What okurigana before another part end in: the stem of a verb (打ち上げ), or っ (引っ越し), ん (真ん中), ろ (後ろ姿), や (冷や麦). */
const STEM_ENDING = 'いきぎしじちにびみりえけげせぜてでねべめれっんろや'
const INNER = new RegExp(`^[ぁ-ゖ]{0,2}[${STEM_ENDING}]$`)
/** At the end of a word a verb may also stand in its plain form. */
const LAST = new RegExp(`^[ぁ-ゖ]{0,2}[${STEM_ENDING}うくぐすつぬぶむる]$`)

/** Adjectives stand before a noun as they are: 高い山 is not 高山, 新しい宿 not 新宿. */
const ADJECTIVES =
  '高低長短広狭深浅強弱遠近早速遅重軽若暑寒熱冷温暖涼甘辛苦酸濃薄太細硬固柔堅厚丸円白黒赤青黄良善悪古無安荒粗淡渋鋭鈍暗痛眠尊'

/** の and が or か between kanji, however they are written: 江ノ島 and 江の島, 霞ヶ関 and 霞が関. */
const JOINING: Record<string, string> = {
  ノ: 'の',
  ヶ: 'が',
  ケ: 'が',
  ガ: 'が',
  ヵ: 'が',
  カ: 'が',
  か: 'が',
}
const JOINED = /(?<=[\p{Script=Han}々\d])[ノヶケガヵカか](?=\p{Script=Han})/gu

/**
 * The key under which the spellings of a word with different okurigana meet, in normalised text: its kanji, folded, and its
 * katakana, as 申込 for 申し込み, 申込み and 申込. Kana that belong to no verb stay: 女の子 is not 女子. Undefined for words
 * without two kanji, or one and katakana, and for kana that are no okurigana at the end.
 */
export function skeletonOf(word: string): string | undefined {
  const kanji = word.match(KANJI)?.length ?? 0
  if (kanji === 0 || (kanji === 1 && !/[ァ-ヺ]{2}/.test(word))) return undefined
  const text = foldKanji(word)
    .replace(/^[おごオゴ](?=\p{Script=Han})/u, '御')
    .replace(JOINED, (letter) => JOINING[letter]!)
  const parts = [...text.matchAll(PARTS)]
  if (parts.map(([part]) => part).join('') !== text) return undefined
  return parts.map(([part, , , kana], at) => (kana && isOkurigana(kana, at, parts) ? '' : part)).join('')
}

function isOkurigana(kana: string, at: number, parts: readonly RegExpMatchArray[]): boolean {
  const before = parts[at - 1]?.[1]
  if (!before || kana.endsWith('しい')) return false
  if (at === parts.length - 1) return LAST.test(kana)
  return INNER.test(kana) && !(kana === 'い' && ADJECTIVES.includes(before.at(-1)!))
}
