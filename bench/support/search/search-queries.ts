import type { SearchFilters } from '#domain/search/filters.ts'
import { chance } from '../../../tests/support/catalogue/chance.ts'
import { type ClipTexts, clipTexts } from '../../../tests/support/catalogue/clip-texts.ts'

/** Kinds of queries with different costs. */
export const QUERY_KINDS: Record<string, (made: Made) => string> = {
  'a common word': ({ clip, pick }) => pick(clip.keywords.slice(0, -1)),
  'a rare word': ({ clip }) => clip.keywords.at(-1)!,
  'two words': ({ clip }) => `${clip.keywords[0]} ${clip.keywords[1]}`,
  'three words': ({ clip }) => clip.keywords.slice(0, 3).join(' '),
  'one character': ({ clip, part }) => part(clip.description_ja, 1),
  'two characters': ({ clip, part }) => part(clip.description_ja, 2),
  'three characters': ({ clip, part }) => part(clip.title_ja, 3),
  'a Japanese word': ({ clip, pick }) => pick(clip.keywords_ja),
  'two Japanese words': ({ clip }) => `${clip.keywords_ja[0]} ${clip.keywords_ja.at(-1)}`,
  'a phrase': ({ clip }) => `"${clip.title.split(' ').slice(0, 2).join(' ')}"`,
  'a word and not another': ({ clip }) => `${clip.keywords[0]} -${clip.keywords[1]!.split(' ')[0]}`,
  'the beginning of a word': ({ clip }) => clip.keywords.at(-1)!.slice(0, 4),
  'a slip of the finger': ({ clip }) => `${clip.keywords.at(-1)!.slice(0, -1)}q`,
  nothing: () => '',
}

interface Made {
  clip: ClipTexts
  pick(list: readonly string[]): string
  /** So many Japanese characters in a row. */
  part(text: string, length: number): string
}

const FILTERS: SearchFilters[] = [
  { orientation: 'landscape' },
  { orientation: 'portrait', license_type: 'commercial' },
  { category: 'city' },
  { duration_from: 5, duration_to: 20 },
  { orientation: 'landscape', category: 'temples', duration_to: 30, license_type: 'commercial' },
]

/**
 * Queries of one kind, each with filters, the same each time. Made from the clips' texts, so that most find
 * something.
 */
export function searchQueries(
  kind: string,
  { count, clips }: { count: number; clips: number },
): { text: string; filters: SearchFilters }[] {
  const next = chance(kind.length * 7919 + kind.charCodeAt(0))
  const pick = (list: readonly string[]) => list[Math.floor(next() * list.length)]!
  const part = (text: string, length: number) => {
    const runs = text.split(/[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/u)
    const run = pick(runs.filter((candidate) => candidate.length >= length))
    const at = Math.floor(next() * (run.length - length + 1))
    return run.slice(at, at + length)
  }
  return Array.from({ length: count }, (_, n) => {
    const clip = clipTexts(1 + Math.floor(next() * clips))
    return { text: QUERY_KINDS[kind]!({ clip, pick, part }), filters: FILTERS[n % FILTERS.length]! }
  })
}
