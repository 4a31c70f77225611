import { sql } from 'kysely'
import type { SourceList } from '#contract/clips.ts'
import { searchText } from '#domain/search-path.ts'
import { listSources, pageOfSources } from '#server/clips/list-sources.ts'
import type { Deps } from '#server/deps.ts'

const COLUMNS = ['title', 'title_ja', 'keywords', 'keywords_ja', 'description', 'description_ja'] as const

/** Clips that hold every word of the text somewhere, most popular first; an empty text lists the default clips. */
export function searchSources(
  deps: Pick<Deps, 'db'>,
  { text, offset }: { text: string; offset: number },
): Promise<SourceList> {
  const words = searchText(text).toLowerCase().split(' ').filter(Boolean)
  if (words.length === 0) return listSources(deps, { offset })
  const found = words.reduce(
    (query, word) =>
      query.where(({ or }) =>
        or(
          COLUMNS.map(
            (column) => sql<boolean>`lower(${sql.ref(column)}) like ${`%${escaped(word)}%`} escape '!'`,
          ),
        ),
      ),
    deps.db.selectFrom('sources'),
  )
  return pageOfSources(deps.db, found, offset)
}

function escaped(word: string): string {
  return word.replace(/[!%_]/g, '!$&')
}
