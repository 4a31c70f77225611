import { LICENSE_TYPES } from '#domain/clips/license.ts'
import { ORIENTATIONS } from '#domain/clips/search-filters.ts'
import { someOf, type Texts, TextsWriter } from '#server/search/text/texts.ts'
import type { ClipDocument } from './clip-document.ts'

/** What the index keeps of clips, all but their ranks, column by column. */
export interface IndexRows<Column extends TextColumn = TextColumn> {
  numbers: Record<NumberColumn, number[]>
  texts: Record<Column, Texts>
}

/** What clips are narrowed by, which is kept of each beside its rank. */
export type NarrowingRows = IndexRows<'categories'>

/** Orientations and licences as places in ORIENTATIONS and LICENSE_TYPES. */
type NumberColumn = 'ids' | 'orientations' | 'licenses' | 'seconds'
type TextColumn = 'titleTexts' | 'keywordTexts' | 'likenesses' | 'categories' | 'tokens'

/** The rows of clips that are added one by one. */
export class IndexRowsWriter {
  #numbers = noNumbers()
  readonly #texts = {
    titleTexts: new TextsWriter(),
    keywordTexts: new TextsWriter(),
    likenesses: new TextsWriter(),
    categories: new TextsWriter(),
    tokens: new TextsWriter(),
  }

  add({ facets, titleText, keywordText, likeness, tokens }: ClipDocument): void {
    this.#numbers.ids.push(facets.id)
    this.#numbers.orientations.push(ORIENTATIONS.indexOf(facets.orientation))
    this.#numbers.licenses.push(LICENSE_TYPES.indexOf(facets.license_type))
    this.#numbers.seconds.push(facets.seconds)
    this.#texts.titleTexts.add(titleText)
    this.#texts.keywordTexts.add(keywordText)
    this.#texts.likenesses.add(likeness)
    this.#texts.categories.add(facets.category)
    this.#texts.tokens.add(tokens)
  }

  /** The rows of what was added since the last time. */
  take(): IndexRows {
    const numbers = this.#numbers
    this.#numbers = noNumbers()
    return { numbers, texts: mapValues(this.#texts, (writer) => writer.take()) }
  }
}

const noNumbers = (): IndexRows['numbers'] => ({ ids: [], orientations: [], licenses: [], seconds: [] })

export function rowsOf(documents: readonly ClipDocument[]): IndexRows {
  const writer = new IndexRowsWriter()
  for (const document of documents) writer.add(document)
  return writer.take()
}

/** The rows of other clips than these. */
export function withoutClips<Column extends TextColumn>(
  { numbers, texts }: IndexRows<Column>,
  ids: ReadonlySet<number>,
): IndexRows<Column> {
  if (!numbers.ids.some((id) => ids.has(id))) return { numbers, texts }
  const isKept = (at: number) => !ids.has(numbers.ids[at]!)
  return {
    numbers: mapValues(numbers, (column) => column.filter((_, at) => isKept(at))),
    texts: mapValues(texts, (column) => someOf(column, isKept)),
  }
}

/** What would be copied if it were not handed over, where rows go to another thread. */
export function buffersOf({ texts }: IndexRows): ArrayBuffer[] {
  return Object.values(texts).map(({ bytes }) => bytes.buffer)
}

function mapValues<Key extends string, From, To>(
  record: Record<Key, From>,
  change: (value: From) => To,
): Record<Key, To> {
  const entries = Object.entries<From>(record).map(([key, value]) => [key, change(value)])
  return Object.fromEntries(entries)
}
