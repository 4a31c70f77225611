/** What relatedness looks at. Colours are `#rrggbb`. */
export interface Relatable {
  id: number
  category: string
  keywords: readonly string[]
  user_name: string
  dominant_color: string
  popularity: number
}

const CATEGORY_WEIGHT = 1.5
const COLOR_WEIGHT = 1
const MAKER_PENALTY = 0.35

/** Higher is closer: shared keywords count most, then the category, then how near the colours are. */
function relatedness(a: Relatable, b: Relatable): number {
  const shared = b.keywords.filter((keyword) => a.keywords.includes(keyword)).length
  const category = a.category === b.category ? CATEGORY_WEIGHT : 0
  return shared + category + COLOR_WEIGHT * (1 - colorDistance(a.dominant_color, b.dominant_color))
}

/**
 * Candidates by relatedness, never the clip itself. A maker who has just been shown steps back a little,
 * so that several makers mix. Ties go to the more popular, then the newer: the order is total and stable.
 */
export function rankRelated(clip: Relatable, candidates: readonly Relatable[]): number[] {
  const shownByMaker = new Map<string, number>()
  return candidates
    .filter((candidate) => candidate.id !== clip.id)
    .map((candidate) => ({ candidate, score: relatedness(clip, candidate) }))
    .sort(closest)
    .map(({ candidate, score }) => {
      const shown = shownByMaker.get(candidate.user_name) ?? 0
      shownByMaker.set(candidate.user_name, shown + 1)
      return { candidate, score: score - MAKER_PENALTY * shown }
    })
    .sort(closest)
    .map(({ candidate }) => candidate.id)
}

type Scored = { candidate: Relatable; score: number }

function closest(a: Scored, b: Scored): number {
  return (
    b.score - a.score || b.candidate.popularity - a.candidate.popularity || b.candidate.id - a.candidate.id
  )
}

/** 0 for the same colour, 1 for black and white: Euclidean in RGB, enough to part night from noon. */
function colorDistance(a: string, b: string): number {
  const channels = [1, 3, 5].map(
    (at) => Number.parseInt(a.slice(at, at + 2), 16) - Number.parseInt(b.slice(at, at + 2), 16),
  )
  return Math.hypot(...channels) / Math.hypot(255, 255, 255)
}
