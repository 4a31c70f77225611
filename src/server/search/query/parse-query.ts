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
  /** A clip needs what stands before an `or`, or what stands after it. */
  kind: 'words' | 'phrase' | 'or'
  segments: Segment[]
}

/** The rest of a longer query is ignored, so that no query takes long: 16 words, 8 in phrases or 5 to exclude. */
const MOST_PIECES = 16
/** What a word counts: FTS5 reads the positions of phrases, and for exclusions whole lists. */
const COSTS = { words: 1, phrase: 2, excluded: 3 }
/** Of a Japanese word. */
const CHARACTERS = 2

/** Between alternatives. */
export const OR = '|'
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
  for (const { kind, segments } of piecesOf(clean)) {
    query.open = kind === 'words'
    if (kind === 'excluded') query.excluded.push(segments)
    else addPart(query, kind, segments)
  }
  query.open &&= /[^\s"]$/.test(clean)
  return query
}

/** The wanted and the excluded pieces, each in a form that can be typed on its own. */
export function typedPieces(text: string): { wanted: string[]; excluded: string[] } {
  const pieces: { wanted: string[]; excluded: string[] } = { wanted: [], excluded: [] }
  for (const { kind, text: content } of piecesOf(cleaned(text))) {
    const quoted = kind === 'phrase' || /\s/.test(content) ? `"${content}"` : content
    if (kind === 'excluded') pieces.excluded.push(`-${quoted}`)
    else if (kind === 'phrase') pieces.wanted.push(quoted)
    else if (kind === 'words') pieces.wanted.push(...wordsIn(content))
  }
  return pieces
}

function wordsIn(text: string): string[] {
  return (text.match(WORDS) ?? []).filter((word) => segmentsOf(word).length > 0)
}

function cleaned(text: string): string {
  return text.normalize('NFKC').replace(QUOTES, '"').replace(HYPHENS, '-')
}

function addPart({ parts }: ParsedQuery, kind: QueryPart['kind'], segments: Segment[]): void {
  const last = parts.at(-1)
  if (kind === 'words' && last?.kind === 'words') last.segments.push(...segments)
  else parts.push({ kind, segments })
}

interface Piece {
  kind: QueryPart['kind'] | 'excluded'
  text: string
  segments: Segment[]
}

/** The pieces with something to search for, up to MOST_PIECES. */
function* piecesOf(text: string): Generator<Piece> {
  let left = MOST_PIECES
  for (const { index, 1: minus, 2: phrase, 3: word } of text.matchAll(PIECES)) {
    // A hyphen inside a word, or after a phrase, excludes nothing.
    const isExcluded = minus && /^\s?$/.test(text.charAt(index - 1))
    const kind = isExcluded ? 'excluded' : phrase === undefined ? 'words' : 'phrase'
    const content = phrase ?? word ?? ''
    if (word === OR) yield { kind: 'or', text: OR, segments: [] }
    const segments: Segment[] = []
    for (const segment of segmentsOf(content)) {
      const room = Math.floor(left / COSTS[kind])
      if (room === 0) break
      segments.push(upTo(room * CHARACTERS, segment))
      left -= COSTS[kind] * (segment.kind === 'run' ? Math.ceil(segment.text.length / CHARACTERS) : 1)
    }
    if (segments.length > 0) yield { kind, text: content, segments }
  }
}

/** A run's first characters; any other segment as it is. */
function upTo(length: number, segment: Segment): Segment {
  if (segment.kind !== 'run' || segment.text.length <= length) return segment
  const beginning = (text: string) => [...text].slice(0, length).join('')
  return { ...segment, text: beginning(segment.text), original: beginning(segment.original) }
}
