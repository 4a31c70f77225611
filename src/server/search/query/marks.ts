import { segmentsOf } from '#server/search/text/segments.ts'
import { OR, typedPieces } from './parse-query.ts'
import { runParts } from './query-terms.ts'

/** The words of a search text, to be marked in titles; those that it excludes are not among them. */
export function marksOf(text: string): string[] {
  const { wanted } = typedPieces(text)
  return [...new Set(wanted.filter((piece) => piece !== OR).flatMap(wordsIn))]
}

function wordsIn(piece: string): string[] {
  const segments = segmentsOf(piece)
  if (piece.startsWith('"') && segments.length > 1) return [piece.slice(1, -1).trim()]
  return segments.flatMap((segment) => {
    if (segment.kind === 'word') return [segment.surface]
    if (segment.kind === 'sign') return [segment.text]
    const parts = runParts(segment.original)
    return parts.length > 0 ? parts : [segment.original]
  })
}
