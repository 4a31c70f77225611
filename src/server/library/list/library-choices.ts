import { sql } from 'kysely'
import type { LibraryChoices } from '#contract/studio/clips/library.ts'
import { allCategories } from '#server/clips/list-categories.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** Names in a list; typing finds more. */
const MOST_NAMES = 500

/** Categories in their order, creators and folders by name. */
export async function libraryChoices({ db }: Pick<Deps, 'db'>): Promise<LibraryChoices> {
  return {
    categories: await allCategories({ db }),
    creators: await namesIn(db, 'user_name'),
    folders: await namesIn(db, 'folder'),
  }
}

/** Jumps from name to name, since reading every clip's would take seconds. */
async function namesIn(db: Db, column: 'user_name' | 'folder'): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ name: string }>`
    with recursive names(name) as (
      select min(${name}) from library where ${name} > ''
      union all
      select (select min(${name}) from library where ${name} > names.name) from names where names.name is not null
    )
    select name from names where name is not null limit ${MOST_NAMES}`.execute(db)
  return rows.map((row) => row.name)
}
