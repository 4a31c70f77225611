/** May not start a line: closing marks, small kana, the long mark. */
const NO_LINE_START = /^[\p{Pe}\p{Pf}\p{Pd}\p{Po}ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮー々]/u
/** May not end a line. */
const NO_LINE_END = /[\p{Ps}\p{Pi}]$/u

/** The pieces a line may break between; a space belongs to the piece before it. */
export function breakable(text: string, locale: 'en' | 'ja'): string[] {
  const pieces: string[] = []
  for (const { segment } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const before = pieces.at(-1)
    const joins = /^\s/.test(segment) || NO_LINE_START.test(segment)
    if (before !== undefined && (joins || NO_LINE_END.test(before)))
      pieces[pieces.length - 1] = before + segment
    else pieces.push(segment)
  }
  return pieces
}

/** Lines of at most `width`; a wider piece is cut between letters. @param widthOf in the unit of `width`, additive */
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

/** Grapheme clusters. */
export function lettersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}
