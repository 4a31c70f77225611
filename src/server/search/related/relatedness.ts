import type { Relatable } from '#server/search/index/likeness.ts'

const CATEGORY_WEIGHT = 1.5
const COLOR_WEIGHT = 1
const MAKER_PENALTY = 0.35

/** Candidates' ids, the closest first. Each further clip of one creator loses a little, so that creators mix. */
export function rankRelated(clip: Relatable, candidates: readonly Relatable[]): number[] {
  const shownByMaker = new Map<string, number>()
  return candidates
    .map((candidate, place) => ({ candidate, place, score: relatedness(clip, candidate) }))
    .filter(({ candidate }) => candidate.id !== clip.id)
    .sort(closest)
    .map(({ candidate, place, score }) => {
      const shown = shownByMaker.get(candidate.user_name) ?? 0
      shownByMaker.set(candidate.user_name, shown + 1)
      return { candidate, place, score: score - MAKER_PENALTY * shown }
    })
    .sort(closest)
    .map(({ candidate }) => candidate.id)
}

/** Higher is closer: shared keywords count most, then the category, then how near the colours are. */
function relatedness(a: Relatable, b: Relatable): number {
  const shared = b.keywords.filter((keyword) => a.keywords.includes(keyword)).length
  const category = a.category === b.category ? CATEGORY_WEIGHT : 0
  return shared + category + COLOR_WEIGHT * (1 - colorDistance(a.dominant_color, b.dominant_color))
}

function closest(a: { score: number; place: number }, b: { score: number; place: number }): number {
  return b.score - a.score || a.place - b.place
}

/** Euclidean in RGB: 0 for the same colour, 1 for black and white. */
function colorDistance(a: string, b: string): number {
  const channels = [1, 3, 5].map(
    (at) => Number.parseInt(a.slice(at, at + 2), 16) - Number.parseInt(b.slice(at, at + 2), 16),
  )
  return Math.hypot(...channels) / Math.hypot(255, 255, 255)
}
