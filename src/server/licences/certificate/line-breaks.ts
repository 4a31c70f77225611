/** What may not begin a line: closing marks, small kana, the long mark. */
const CLINGS_BACK = /^[\p{Pe}\p{Pf}\p{Pd}\p{Po}ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮー々]/u
/** What may not end one. */
const CLINGS_ON = /[\p{Ps}\p{Pi}]$/u

/** Pieces between which a line may break, in order; a space ends the piece before it. */
export function breakable(text: string, locale: 'en' | 'ja'): string[] {
  const pieces: string[] = []
  for (const { segment } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const before = pieces.at(-1)
    const joins = /^\s/.test(segment) || CLINGS_BACK.test(segment)
    if (before !== undefined && (joins || CLINGS_ON.test(before)))
      pieces[pieces.length - 1] = before + segment
    else pieces.push(segment)
  }
  return pieces
}

/**
 * Lines of at most this width. A piece that is wider than a whole line is cut between letters.
 * @param widthOf width of a text, in the unit of `width`; that of a line is taken as the sum of its pieces'
 */
export function brokenInto(
  text: string,
  { width, locale, widthOf }: { width: number; locale: 'en' | 'ja'; widthOf: (text: string) => number },
): string[] {
  const pieces = breakable(text, locale).flatMap((piece) =>
    widthOf(piece.trimEnd()) <= width ? [piece] : lettersOf(piece),
  )
  const lines: string[] = []
  let line = ''
  let filled = 0
  for (const piece of pieces) {
    if (line !== '' && filled + widthOf(piece.trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
      filled = 0
    }
    line += piece
    filled += widthOf(piece)
  }
  return [...lines, line.trimEnd()].filter(Boolean)
}

/** Letters as people see them. */
export function lettersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}
