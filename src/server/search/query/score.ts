import { japaneseWords } from '#server/search/text/japanese-words.ts'
import { foldedText } from '#server/search/text/segments.ts'
import type { Writing } from '#server/search/text/synonyms.ts'
import type { Term } from './query-terms.ts'

/** The folded texts that scoring reads; see clip-document.ts. */
interface Scorable {
  rank: number
  title_text: string
  keyword_text: string
}

const WEIGHTS = { titleWord: 6, wholeKeyword: 5, titlePart: 4, keywordWord: 3, elsewhere: 1 }

/** The strings to look for, made once for all clips. */
interface Needles {
  wordings: { part: string; word: string; keyword: string }[]
  together: Needles[]
}

/** Title before keywords before description. Ties go to the more popular clip, on either engine. */
export function byScore(terms: readonly Term[], candidates: readonly Scorable[]): number[] {
  const needles = terms.map(needlesOf)
  return candidates
    .map((clip) => ({
      rank: clip.rank,
      score: needles.reduce((sum, needle) => sum + scoreOf(needle, clip), 0),
    }))
    .sort((a, b) => b.score - a.score || a.rank - b.rank)
    .map(({ rank }) => rank)
}

function needlesOf({ writings, together, prefix }: Term): Needles {
  const begun = prefix ? [{ part: ` ${prefix}`, word: NEVER, keyword: NEVER }] : []
  return { wordings: [...writings.map(wordingOf), ...begun], together: together.map(needlesOf) }
}

/** No folded text has it. */
const NEVER = '\0'

function wordingOf({ segments, whole }: Writing) {
  const folded = foldedText(segments)
  const words = segments.flatMap((segment) =>
    segment.kind === 'run' ? japaneseWords(segment.original) : [segment.text],
  )
  const only = segments.length === 1 ? segments[0] : undefined
  const part = only?.kind === 'run' && !whole ? only.text : folded
  return { part, word: ` ${words.join(' ')} `, keyword: `\n${folded}\n` }
}

function scoreOf({ wordings, together }: Needles, clip: Scorable): number {
  let best = WEIGHTS.elsewhere
  for (const wording of wordings) best = Math.max(best, wordingScore(wording, clip))
  if (together.length === 0) return best
  const sum = together.reduce((total, needle) => total + scoreOf(needle, clip), 0)
  return Math.max(best, sum / together.length)
}

function wordingScore({ part, word, keyword }: Needles['wordings'][number], clip: Scorable): number {
  if (clip.title_text.includes(word)) return WEIGHTS.titleWord
  if (clip.keyword_text.includes(keyword)) return WEIGHTS.wholeKeyword
  if (clip.title_text.includes(part)) return WEIGHTS.titlePart
  return clip.keyword_text.includes(part) ? WEIGHTS.keywordWord : 0
}
