import { readWords } from '#server/search/data/read-data.ts'

/** The last kana of verbs of five rows, and of their stems. */
const PLAIN = 'うくぐすつぬぶむる'
const STEMS = 'いきぎしちにびみり'
const I_ROW = 'いきぎしじちぢにひびみり'
const E_ROW = 'えけげせぜてでねへべめれ'

/** Verbs with a noun that is also written as the bare kanji, with the same meaning: 祭り, 祭. */
const BARE = new Map(readWords('japanese/bare-verbs.txt').map((verb) => [verb[0]!, verb]))

/** Adjectives of colour and shape with the bare word as noun. */
const COLOURS = new Set(readWords('japanese/colours.txt'))

/**
 * Spellings of words of the same root and meaning, without the word itself: 踊る, 踊り and 踊 give each other, 寒い gives 寒さ.
 * By rule, so some are no words; use those that the library has. `base` is the plain form, as in the dictionary.
 */
export function nounForms(
  base: string,
  partOfSpeech: 'noun' | 'verb' | 'adjective' | (string & {}),
): string[] {
  const forms =
    partOfSpeech === 'verb'
      ? nounsOfVerb(base)
      : partOfSpeech === 'noun'
        ? formsOfNoun(base)
        : partOfSpeech === 'adjective'
          ? nounsOfAdjective(base)
          : []
  return [...new Set(forms)].filter((form) => form !== base)
}

function nounsOfVerb(verb: string): string[] {
  if (/.する$/.test(verb)) return [verb.slice(0, -2)]
  const bare = BARE.get(verb[0]!) === verb ? [verb[0]!] : []
  return [...stemsOf(verb), ...bare]
}

/** 流れる gives 流れ, 踊る gives 踊り, 混じる both 混じ and 混じり. Short verbs in kana have the stems of other words (かく, 柿). */
function stemsOf(verb: string): string[] {
  const [ending, before] = [verb.at(-1)!, verb.at(-2)]
  const inKana = /^[ぁ-ゖ]+$/.test(verb)
  if (!before || !PLAIN.includes(ending) || (inKana && verb.length < 3)) return []
  const root = verb.slice(0, -1)
  const five = root + STEMS[PLAIN.indexOf(ending)]!
  if (ending !== 'る' || !(I_ROW + E_ROW).includes(before)) return [five]
  if (inKana) return verb.length > 3 ? [root, five] : [five]
  return before === 'じ' ? [root, five] : [root]
}

function formsOfNoun(noun: string): string[] {
  if (COLOURS.has(noun)) return [`${noun}い`]
  const verb = BARE.get(noun)
  if (verb) return [verb, ...stemsOf(verb)]
  if (!/\p{Script=Han}[ぁ-ゖ]{1,2}$/u.test(noun)) return []
  const [root, ending] = [noun.slice(0, -1), noun.at(-1)!]
  if (ending === 'さ') return [`${root}い`]
  if (E_ROW.includes(ending)) return [`${noun}る`, ...bareOf(`${noun}る`)]
  if (!I_ROW.includes(ending)) return []
  const five = STEMS.includes(ending) ? [root + PLAIN[STEMS.indexOf(ending)]!] : []
  return [...five, `${noun}る`, ...five.flatMap(bareOf)]
}

const bareOf = (verb: string): string[] => (BARE.get(verb[0]!) === verb ? [verb[0]!] : [])

function nounsOfAdjective(adjective: string): string[] {
  if (!adjective.endsWith('い')) return []
  const root = adjective.slice(0, -1)
  return COLOURS.has(root) ? [root, `${root}さ`] : [`${root}さ`]
}

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
