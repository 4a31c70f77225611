import type { KeyScope } from '#domain/people/key-scopes.ts'
import { randomSecret, sha256 } from '#server/accounts/session/tokens.ts'
import type { Deps } from '#server/deps.ts'

interface Wanted {
  userId: number
  scopes?: readonly KeyScope[]
  name?: string
}

/** A program's key, with any scopes, and the headers that send it. */
export async function aKey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, scopes = ['read'], name = 'Importer' }: Wanted,
) {
  const key = `ngr_${randomSecret()}`
  const { id } = await db
    .insertInto('api_keys')
    .values({
      ...{ user_id: userId, name, key_hash: sha256(key), scopes: JSON.stringify(scopes) },
      created: now().toISOString(),
      expires_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, key, headers: { authorization: `Bearer ${key}` } }
}
