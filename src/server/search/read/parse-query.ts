import { type Segment, segmentsOf } from '#server/search/text/segments.ts'

/** A search text as typed: words, quoted phrases and exclusions. */
export interface ParsedQuery {
  /** In order. Adjacent words are one part, so that "cherry blossom" is recognised as one concept. */
  parts: QueryPart[]
  excluded: Segment[][]
  /** Whether the last word may be unfinished: nothing follows it. */
  open: boolean
}

export interface QueryPart {
  /** For `or`, a clip needs the parts before or the parts after it. */
  kind: 'words' | 'phrase' | 'or'
  /** As typed, except for words joined to one part. */
  text: string
  segments: Segment[]
}

/** The rest of a longer query is ignored, so that no query takes long: 16 words, 8 in phrases or 4 to exclude. */
const MOST_PIECES = 16
/** Costs of a piece in words: FTS5 reads the positions of phrases, and whole lists for exclusions. */
const COSTS = { words: 1, phrase: 2, excluded: 4 }
/** Characters that count as one Japanese word. */
const CHARACTERS = 2

/** Between alternatives. */
const OR = '|'
const QUOTES = /[“”„‟«»‹›「」『』〝〞〟]/g
const HYPHENS = /[‐‑‒–—―−]/g
/** An optional minus, then a phrase or a word. A quote that is never closed is ignored. */
const PIECES = /(-+(?=[^\s-]))?(?:"([^"]*)"|([^\s"]+)|")/g

/** Parses a search text. It never fails: nonsense is ignored. */
export function parseQuery(text: string): ParsedQuery {
  const clean = cleaned(text)
  const query: ParsedQuery = { parts: [], excluded: [], open: false }
  for (const { kind, text: content, segments } of piecesOf(clean)) {
    query.open = kind === 'words'
    if (kind === 'excluded') query.excluded.push(segments)
    else addPart(query, { kind, text: content, segments })
  }
  query.open &&= /[^\s"]$/.test(clean)
  return query
}

/** A letter that an input method left behind: うみがめn. */
const LEFT_BEHIND =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[a-z](?![\p{L}\p{N}\p{M}])/gu

/** Dots in a foreign name are optional: マチュ・ピチュ. */
const DOTS = /(?<=[ァ-ヺー])・(?=[ァ-ヺ])/g

/** One piece, since `from` tells something there. */
const FROM_ABOVE = /\bfrom (?=above\b)/gi

function cleaned(text: string): string {
  const normal = text
    .normalize('NFKC')
    .replace(LEFT_BEHIND, '')
    .replace(DOTS, '')
    .replace(FROM_ABOVE, 'from-')
  return normal.replace(QUOTES, '"').replace(HYPHENS, '-')
}

function addPart({ parts }: ParsedQuery, part: QueryPart): void {
  const last = parts.at(-1)
  if (part.kind === 'words' && last?.kind === 'words') last.segments.push(...part.segments)
  else parts.push(part)
}

interface Piece {
  kind: QueryPart['kind'] | 'excluded'
  text: string
  segments: Segment[]
}

/** The searchable pieces, up to MOST_PIECES. */
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
      const read = upTo(room * CHARACTERS, segment)
      segments.push(read)
      left -= COSTS[kind] * (read.kind === 'run' ? Math.ceil([...read.text].length / CHARACTERS) : 1)
    }
    if (segments.length > 0) yield { kind, text: content, segments }
  }
}

/** A run's first characters; any other segment as it is. */
function upTo(length: number, segment: Segment): Segment {
  if (segment.kind !== 'run') return segment
  const beginning = (text: string) => [...text].slice(0, length).join('')
  return { ...segment, text: beginning(segment.text), original: beginning(segment.original) }
}
