import { type Segment, segmentsOf } from '#server/search/text/segments.ts'

/** A search text as typed: words, quoted phrases and exclusions. */
export interface ParsedQuery {
  /** In order. Adjacent words are one part, so that "cherry blossom" is recognised as one concept. */
  parts: QueryPart[]
  excluded: Segment[][]
  /** Whether the last word may be unfinished: nothing follows it. */
  open: boolean
}

interface QueryPart {
  kind: 'words' | 'phrase'
  segments: Segment[]
}

/** The rest of a longer query is ignored, so that no query takes long. */
const MOST_SEGMENTS = 24

const QUOTES = /[“”„‟«»‹›「」『』〝〞〟]/g
const HYPHENS = /[‐‑‒–—―−]/g
/** An optional minus, then a phrase or a word. A quote that is never closed is ignored. */
const PIECES = /(-+(?=[^\s-]))?(?:"([^"]*)"|([^\s"]+)|")/g
/** What stands between marks, which part words as spaces do: 寺・神社, rain/snow. */
const WORDS = /[\p{L}\p{N}\p{M}'’]+|\p{Extended_Pictographic}/gu

/** Parses a search text. It never fails: what makes no sense is ignored. */
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

/** The wanted and the excluded pieces, each in a form that can be typed on its own. */
export function typedPieces(text: string): { wanted: string[]; excluded: string[] } {
  const pieces: { wanted: string[]; excluded: string[] } = { wanted: [], excluded: [] }
  const isWord = (word: string) => segmentsOf(word).length > 0
  for (const { kind, text: content } of piecesOf(cleaned(text))) {
    if (kind === 'words') pieces.wanted.push(...(content.match(WORDS) ?? []).filter(isWord))
    else if (isWord(content)) {
      const quoted = kind === 'phrase' || /\s/.test(content) ? `"${content}"` : content
      if (kind === 'excluded') pieces.excluded.push(`-${quoted}`)
      else pieces.wanted.push(quoted)
    }
  }
  return pieces
}

function cleaned(text: string): string {
  return text.normalize('NFKC').replace(QUOTES, '"').replace(HYPHENS, '-')
}

function addPart({ parts }: ParsedQuery, kind: QueryPart['kind'], segments: Segment[]): void {
  const last = parts.at(-1)
  if (kind === 'words' && last?.kind === 'words') last.segments.push(...segments)
  else parts.push({ kind, segments })
}

function* piecesOf(text: string): Generator<{ kind: QueryPart['kind'] | 'excluded'; text: string }> {
  for (const { index, 1: minus, 2: phrase, 3: word } of text.matchAll(PIECES)) {
    const content = phrase ?? word
    if (content === undefined) continue
    // A hyphen inside a word, or after a phrase, excludes nothing.
    if (minus && /^\s?$/.test(text.charAt(index - 1))) yield { kind: 'excluded', text: content }
    else yield { kind: phrase === undefined ? 'words' : 'phrase', text: content }
  }
}
