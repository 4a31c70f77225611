import { readWords } from '#server/search/data/read-data.ts'

/** Words in which お or ご is no prefix. */
const WHOLE = new Set(readWords('japanese/honorific-part-of-word.txt'))

/** 御 is removed only before these nouns. */
const AFTER_GO = new Set(readWords('japanese/honorific-go.txt'))

/** Words in kana before which お is the prefix. */
const IN_KANA = new Set(readWords('japanese/honorific-kana.txt'))

/** The noun of a polite word: 寺 of お寺, 月 of お月様; undefined if it has no prefix, or the prefix belongs to it, as in ご飯. */
export function withoutHonorific(word: string): string | undefined {
  const [, prefix, rest] = /^([おご御])(.+)$/u.exec(word) ?? []
  if (!prefix || !rest) return undefined
  if (/^[ぁ-ゖー]+$/.test(rest)) return IN_KANA.has(rest) ? rest : undefined
  if (prefix === '御') return AFTER_GO.has(rest) ? rest : undefined
  if (!/^\p{Script=Han}|^[ァ-ヺー]{3}/u.test(rest)) return undefined
  const noun = rest.replace(/(?<=\p{Script=Han})(さん|さま|ちゃん|様)$/u, '')
  return WHOLE.has(noun) || WHOLE.has(rest) ? undefined : noun
}
