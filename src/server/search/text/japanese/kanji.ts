import kyujitai from 'kyujitai/data/kyujitai.json' with { type: 'json' }
import { readWords } from '#server/search/data/read-data.ts'

const COMMON = new Map<string, string>()
for (const [common, old] of kyujitai.kyuji) if (old !== common) COMMON.set(old!, common!)
// This table wins over the other.
for (const [common, ...variants] of readWords('japanese/kanji-variants.txt').map((family) => [...family])) {
  COMMON.delete(common!)
  for (const variant of variants) COMMON.set(variant, common!)
}

/** Selectors of a kanji's shape, which some keyboards append. */
const SHAPES = /[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu
/** 廻 of 輪廻 is not 回. */
const FOLDED = new RegExp(`[${[...COMMON.keys()].join('')}](?<!輪廻)`, 'gu')
/** 斉藤 is 斎藤, but 一斉 is not 一斎. */
const SAITO = /[斉齊](?=藤)/g

/**
 * A text with each old or variant kanji replaced by the common one, such as 國 by 国 and 﨑 by 崎. For keys and
 * dictionaries, not for display. Keeps the number of characters, except for shape selectors.
 */
export function foldKanji(text: string): string {
  return text
    .replace(SHAPES, '')
    .replace(SAITO, '斎')
    .replace(FOLDED, (kanji) => COMMON.get(kanji)!)
}
