import { foldKanji } from './kanji.ts'

const KANJI = /\p{Script=Han}/gu
const PARTS = /(\p{Script=Han}+)|([ァ-ヺ][ァ-ヺー]*)|([ぁ-ゖー]+)/gu

/** The last kana of a verb's stem, as in 打ち上げ. */
const STEMS = 'いきぎしじちにびみりえけげせてでねべめれ'
/** Two kana of a stem, as in 待ち合わせ. Listed, since most pairs of kana are words: 回転ずし is not 回転, 味噌かつ not 味噌. */
const LONG_STEMS =
  'わせ らせ かせ らし かし がし やし ばし まし わり まり がり かり たり ざり かれ われ まれ じり しみ らぎ らえ わい かい こし とし ろし'
    .split(' ')
    .join('|')
/** Between parts also っ (引っ越し), ん (真ん中), ろ (後ろ姿) and や (冷や麦). */
const INNER = new RegExp(`^([${STEMS}っんろや]|${LONG_STEMS})$`)
/** At the end of a word, verbs also in their plain form. */
const PLAIN_VERB =
  '[うくぐすつぬぶむる]|[いきぎしじちびみりえけげせてねべめれわまがか]る|[らかがやばことろ]す|しむ|らぐ|[わか]う|[わらかま][せれ]る'
const LAST = new RegExp(`^([${STEMS}]|${LONG_STEMS}|${PLAIN_VERB})$`)

/** Adjectives directly before a noun: 高い山 is not 高山, 新しい宿 not 新宿. */
const ADJECTIVES =
  '高低長短広狭深浅強弱遠近早速遅重軽若暑寒熱冷温暖涼甘辛苦酸濃薄太細硬固柔堅厚丸円白黒赤青黄良善悪古無安荒粗淡渋鋭鈍暗痛眠尊'

/** An optional kana between the kanji of a name: 霞ヶ関, 霞が関. Search folds ヶ and ケ to け. */
const JOINING = /(?<=\p{Script=Han})[ヶケガヵカが](?=\p{Script=Han})/gu
/** The counter か, in any spelling: 一ヶ月 is not 一月. */
const COUNTER = /(?<=[一二三四五六七八九十百千数何半])[ヶケヵカかけが箇個](?=[月年国所])/gu

/**
 * The common key of spellings with different okurigana, in normalised text: the word's kanji, folded, and its katakana,
 * as 申込 for 申し込み, 申込み and 申込. Other kana stay: 女の子 is not 女子. Undefined without two kanji, or one and katakana.
 */
export function skeletonOf(word: string): string | undefined {
  const kanji = word.match(KANJI)?.length ?? 0
  if (kanji === 0 || (kanji === 1 && !/[ァ-ヺ]{2}/.test(word))) return undefined
  const text = foldKanji(word)
    .replace(/^[おごオゴ](?=\p{Script=Han})/u, '御')
    .replace(/(?<=\p{Script=Han})ノ(?=\p{Script=Han})/gu, 'の')
    .replace(COUNTER, '箇')
    .replace(JOINING, '')
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
