import { hasJapanese } from '#server/search/text/scripts.ts'
import { synonyms, writingsOf } from '#server/search/text/synonyms.ts'
import { clipTexts } from '../shops/clip-texts.ts'
import THINGS from '../shops/things.json' with { type: 'json' }
import { chance } from './chance.ts'

const LENGTH = 200

type Pick = <Item>(list: readonly Item[]) => Item

/** The costliest texts: as many words as possible, which all clips have or none. */
const KINDS: Record<string, (source: Source) => string> = {
  'common English words': ({ pick, things }) => joined(() => pick(things).en, ' '),
  'English words without spaces': ({ pick, things }) => joined(() => pick(things).en.replaceAll(' ', ''), ''),
  'common Japanese words without spaces': ({ pick, things }) => joined(() => pick(things).ja, ''),
  'Japanese words and の': ({ pick, things }) => joined(() => pick(things).ja, 'の'),
  'Japanese words with spaces': ({ pick, things }) => joined(() => pick(things).ja, ' '),
  'a list of Japanese words': ({ pick, things }) => joined(() => pick(things).ja, '・'),
  'words of the table without spaces': ({ pick, japanese }) => joined(() => pick(japanese), ''),
  'words of the table and の': ({ pick, japanese }) => joined(() => pick(japanese), 'の'),
  'rare words of clips': ({ pick, clip }) =>
    joined(() => pick([clip().keywords.at(-1)!, clip().keywords_ja.at(-1)!]), ' '),
  'parts of Japanese descriptions': ({ clip }) => joined(() => clip().description_ja.slice(0, 40), ''),
  'random kanji': ({ pick, clip }) => joined(() => pick([...clip().keywords_ja.at(-1)!]), ''),
  'random hiragana': ({ pick }) => joined(() => pick(KANA), ''),
  'random letters': ({ pick }) => joined(() => Array.from({ length: 6 }, () => pick(LETTERS)).join(''), ' '),
  'misspelt words': ({ clip }) => joined(() => `${clip().keywords.at(-1)!.slice(0, -1)}q`, ' '),
  exclusions: ({ pick, things }) => joined(() => pick([pick(things).en, pick(things).ja]), ' -'),
  phrases: ({ pick, things }) => `"${joined(() => `${pick(things).en} ${pick(things).en}`, '" "')}`,
  alternatives: ({ pick, things }) => joined(() => `${pick(things).en} ${pick(things).ja}`, ' | '),
}

const KANA = [
  ...'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん',
]
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

interface Source {
  pick: Pick
  things: typeof THINGS
  japanese: readonly string[]
  clip(): ReturnType<typeof clipTexts>
}

function joined(next: () => string, between: string): string {
  let text = next()
  while (text.length < LENGTH) text += between + next()
  return text.slice(0, LENGTH)
}

/** Texts of 200 characters by kind, the same each time. */
export function costlyTexts({ count, clips }: { count: number; clips: number }): Map<string, string[]> {
  const japanese = synonyms().flatMap(writingsOf).filter(hasJapanese)
  return new Map(
    Object.entries(KINDS).map(([kind, make]) => {
      const next = chance(kind.length * 7_919 + kind.charCodeAt(0))
      const pick: Pick = (list) => list[Math.floor(next() * list.length)]!
      const clip = () => clipTexts(1 + Math.floor(next() * clips))
      return [kind, Array.from({ length: count }, () => make({ pick, things: THINGS, japanese, clip }))]
    }),
  )
}
