import { DatabaseSync } from 'node:sqlite'
import type { GoldenClip } from '../../../tests/search/golden/golden-set.ts'

export interface Peer {
  name: string
  /** Slugs of the first clips, best first. */
  search(text: string): string[]
}

/** SQLite's own full-text search over the same clips: the simplest alternative. */
export function fts5Peers(clips: readonly GoldenClip[]): Peer[] {
  return [trigramPeer(clips), wordPeer(clips)]
}

/** Any part of a text, from three characters on; shorter terms use LIKE. */
function trigramPeer(clips: readonly GoldenClip[]): Peer {
  const db = tableOf(clips, 'trigram')
  const search = (text: string) => {
    const [long, short] = [[] as string[], [] as string[]]
    for (const term of termsIn(text)) (characters(term) >= 3 ? long : short).push(term)
    const matches = long.length > 0 ? ['clips match ?'] : []
    const likes = short.map(() => "texts like ? escape '\\'")
    const order = long.length > 0 ? 'rank' : 'rowid'
    const parts = short.map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`)
    return slugs(
      db,
      `${[...matches, ...likes].join(' and ')} order by ${order}`,
      long.length > 0 ? [allOf(long), ...parts] : parts,
    )
  }
  return { name: 'FTS5 trigram', search }
}

/** Whole words between spaces and punctuation, by BM25. */
function wordPeer(clips: readonly GoldenClip[]): Peer {
  const db = tableOf(clips, 'unicode61')
  const search = (text: string) => slugs(db, 'clips match ? order by bm25(clips)', [allOf(termsIn(text))])
  return { name: 'FTS5 unicode61', search }
}

function tableOf(clips: readonly GoldenClip[], tokenize: string): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(`create virtual table clips using fts5(slug unindexed, texts, tokenize='${tokenize}')`)
  const insert = db.prepare('insert into clips (slug, texts) values (?, ?)')
  for (const { slug, title, title_ja, description, description_ja, keywords, keywords_ja } of clips)
    insert.run(
      slug,
      [title, title_ja, description, description_ja, ...(keywords ?? []), ...(keywords_ja ?? [])]
        .filter(Boolean)
        .join('\n'),
    )
  return db
}

function slugs(db: DatabaseSync, condition: string, values: string[]): string[] {
  const rows = db.prepare(`select slug from clips where ${condition} limit 40`).all(...values)
  return rows.map(({ slug }) => String(slug))
}

const termsIn = (text: string) => text.split(/[\s・]+/u).filter(Boolean)
const characters = (term: string) => [...term].length
const allOf = (terms: readonly string[]) =>
  terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ')
