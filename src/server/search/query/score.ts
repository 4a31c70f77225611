import type { QueryTerms, Term, Variant } from '#server/search/read/term.ts'
import { CHOSEN, EXACTNESS, type Exactness, FIELD, PHRASE, rarity } from './weights.ts'

/** The texts that scoring reads; see clip-document.ts. */
interface Texts {
  title_text: string
  keyword_text: string
}

interface Scorable extends Texts {
  rank: number
}

/** The strings to look for, prepared once for all clips. */
interface Needles {
  weight: number
  /** The exactest first: the first good match ends the search. */
  variants: { how: Exactness; words: string[]; keyword: string }[]
}

/**
 * Clips with a rare term exactly in the title come first. Ties go to the more popular clip, on both engines. `chosen`
 * are weights (0 to 1) by rank of clips that people chose after the same search.
 */
export function byScore(
  query: Pick<QueryTerms, 'terms' | 'extra' | 'phrase'>,
  candidates: readonly Scorable[],
  chosen: ReadonlyMap<number, number> = NONE_CHOSEN,
): number[] {
  const needed = query.terms.map(needlesOf)
  const extra = query.extra.map(needlesOf)
  const phrase = query.terms.length > 1 ? ` ${query.phrase} ` : undefined
  return candidates
    .map((clip) => {
      let score = phrase === undefined ? 0 : phraseScore(phrase, clip)
      for (const term of needed) score += term.weight * termScore(term, clip, FIELD.description)
      for (const term of extra) score += term.weight * termScore(term, clip, 0) * EXTRA
      score += CHOSEN * (chosen.get(clip.rank) ?? 0)
      return { rank: clip.rank, score }
    })
    .sort((a, b) => b.score - a.score || a.rank - b.rank)
    .map(({ rank }) => rank)
}

const NONE_CHOSEN: ReadonlyMap<number, number> = new Map()

/** A light word must not outweigh a telling one. */
const EXTRA = 0.2

function needlesOf({ variants, clips }: Term): Needles {
  const some = variants.filter(({ needles }) => needles.length > 0).map(variantNeedles)
  return {
    weight: rarity(clips ?? UNKNOWN_CLIPS),
    variants: some.sort((a, b) => EXACTNESS[b.how] - EXACTNESS[a.how]),
  }
}

/** For concepts of the synonym table, which the vocabulary does not count. */
const UNKNOWN_CLIPS = 20

function variantNeedles({ exactness, needles }: Variant) {
  return {
    how: exactness,
    words: needles.map((needle) => ` ${needle} `),
    keyword: `\n ${needles.join(' ')} \n`,
  }
}

function termScore(term: Needles, clip: Scorable, elsewhere: number): number {
  return Math.max(elsewhere * EXACTNESS.same, bestMatch(term, clip)?.score ?? 0)
}

interface TermMatch {
  how: Exactness
  where: 'title' | 'keywords'
  score: number
}

/** A clip's best match with a term; undefined if its title and keywords lack it. */
export const matchOf = (term: Term, clip: Texts) => bestMatch(needlesOf(term), clip)

function bestMatch({ variants }: Needles, clip: Texts): TermMatch | undefined {
  let best: TermMatch | undefined
  for (const { how, words, keyword } of variants) {
    if (EXACTNESS[how] * FIELD.title <= (best?.score ?? 0)) break
    const isInTitle = hasAll(clip.title_text, words)
    if (!isInTitle && !hasAll(clip.keyword_text, words)) continue
    const ofKeyword = clip.keyword_text.includes(keyword) ? FIELD.wholeKeyword : FIELD.keyword
    const score = EXACTNESS[how] * (isInTitle ? FIELD.title : ofKeyword)
    if (score > (best?.score ?? 0)) best = { how, where: isInTitle ? 'title' : 'keywords', score }
  }
  return best
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

function phraseScore(phrase: string, { title_text, keyword_text }: Scorable): number {
  return title_text.includes(phrase) || keyword_text.includes(phrase) ? PHRASE : 0
}
