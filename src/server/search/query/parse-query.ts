import { SPACE_AND_HYPHEN } from '#domain/address/search-path.ts'
import { type Segment, segmentsOf } from '#server/search/text/segments.ts'

/** What somebody typed: words that follow each other, quoted phrases, and what must not be there. */
export interface ParsedQuery {
  /** Words and phrases in order; words that stand together are one part, so that "cherry blossom" is known as one thing. */
  parts: QueryPart[]
  excluded: Segment[][]
  /** The last word is perhaps not finished: nothing follows it. */
  open: boolean
}

export interface QueryPart {
  kind: 'words' | 'phrase'
  segments: Segment[]
}

/** More than anybody types; the rest is not looked at, so that no query takes long. */
const MOST_SEGMENTS = 24

const QUOTES = /[“”„‟«»‹›「」『』〝〞〟]/g
const HYPHENS = /[‐‑‒–—―−]/g
/** Perhaps a minus, then a phrase or a word; a quote that is never closed is no quote. */
const PIECES = /(-(?=[^\s-]))?(?:"([^"]*)"|([^\s"]+)|")/g

/** Reads a search text. Nothing in it is an error: what makes no sense is left out. */
export function parseQuery(text: string): ParsedQuery {
  const clean = cleaned(text)
  const query: ParsedQuery = { parts: [], excluded: [], open: false }
  let left = MOST_SEGMENTS
  for (const piece of piecesOf(clean)) {
    const segments = segmentsOf(piece.text).slice(0, left)
    if (segments.length === 0) continue
    left -= segments.length
    query.open = piece.kind === 'words'
    if (piece.kind === 'excluded') query.excluded.push(segments)
    else addPart(query, piece.kind, segments)
  }
  query.open &&= /[^\s"]$/.test(clean)
  return query
}

/** A text as its pieces are read in it. */
function cleaned(text: string): string {
  const spaced = text.replace(SPACE_AND_HYPHEN, ' -')
  return spaced.normalize('NFKC').replace(QUOTES, '"').replace(HYPHENS, '-')
}

/** What is asked for and what is excluded, piece by piece, each as it could be typed alone. */
export function typedPieces(text: string): { wanted: string[]; excluded: string[] } {
  const pieces: { wanted: string[]; excluded: string[] } = { wanted: [], excluded: [] }
  for (const { kind, text: said } of piecesOf(cleaned(text))) {
    if (segmentsOf(said).length === 0) continue
    const quoted = kind === 'phrase' || /\s/.test(said) ? `"${said}"` : said
    if (kind === 'excluded') pieces.excluded.push(`-${quoted}`)
    else pieces.wanted.push(quoted)
  }
  return pieces
}

function addPart({ parts }: ParsedQuery, kind: QueryPart['kind'], segments: Segment[]): void {
  const last = parts.at(-1)
  if (kind === 'words' && last?.kind === 'words') last.segments.push(...segments)
  else parts.push({ kind, segments })
}

function* piecesOf(text: string): Generator<{ kind: 'words' | 'phrase' | 'excluded'; text: string }> {
  for (const { index, 1: minus, 2: phrase, 3: word } of text.matchAll(PIECES)) {
    const said = phrase ?? word
    if (said === undefined) continue
    // A hyphen inside a word, or after a phrase, excludes nothing.
    if (minus && /^\s?$/.test(text.charAt(index - 1))) yield { kind: 'excluded', text: said }
    else yield { kind: phrase === undefined ? 'words' : 'phrase', text: said }
  }
}
