import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type LicenceGrounds, TERMS_VERSION } from '#domain/clips/license.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database, MediasTable, SourcesTable } from '#server/db/schema.ts'
import { LINK_SECONDS } from './entitlement.ts'

/** Without I, L, O and U, which are misread on paper. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const NUMBER_LENGTH = 20

/** The columns that a licence and a link need. */
export type TakenClip = Pick<
  Selectable<SourcesTable>,
  'id' | 'title' | 'title_ja' | 'license' | 'license_type'
> &
  Pick<Selectable<MediasTable>, 'cloudpath' | 'file_name' | 'byte_size'>

/** `viaName` is the promotion's or collection's name, else empty. */
export interface Taking {
  clip: TakenClip
  via: LicenceGrounds['via']
  viaName: string
  /** Runs in the transaction of a new licence. */
  count?: (trx: Transaction<Database>) => Promise<void>
}

export function selectTakenClips(db: Kysely<Database>) {
  return db
    .selectFrom('medias')
    .innerJoin('sources', 'sources.id', 'medias.source_id')
    .select(['sources.id', 'sources.title', 'sources.title_ja', 'sources.license', 'sources.license_type'])
    .select(['medias.cloudpath', 'medias.file_name', 'medias.byte_size'])
}

/**
 * Records a licence with the facts of this moment and returns its public id. While the first link lives, taking the
 * same clip again returns the same licence.
 */
export async function recordLicence(
  trx: Transaction<Database>,
  { person, taking, now }: { person: Person; taking: Taking; now: Date },
): Promise<string> {
  const name = await lockPerson(trx, person)
  const plan = planOf(person)
  const live = await trx
    .selectFrom('downloads')
    .select('public_id')
    .where('user_id', '=', person.id)
    .where('created', '>', new Date(now.getTime() - LINK_SECONDS * 1000).toISOString())
    .where('clip_id', '=', taking.clip.id)
    .where('via', '=', taking.via)
    .where('via_name', '=', taking.viaName)
    .where('plan', '=', plan)
    .executeTakeFirst()
  if (live) return live.public_id
  const { clip, via, viaName, count } = taking
  const licence = {
    public_id: newLicenceNumber(),
    user_id: person.id,
    source_id: clip.id,
    clip_id: clip.id,
    clip_title: clip.title,
    clip_title_ja: clip.title_ja,
    file_name: clip.file_name,
    license: clip.license,
    license_type: clip.license_type,
    terms_version: TERMS_VERSION,
    plan,
    licensee_name: name,
    via,
    via_name: viaName,
    created: now.toISOString(),
  }
  await trx.insertInto('downloads').values(licence).execute()
  await count?.(trx)
  return licence.public_id
}

/** The licensee's name. The row lock makes a double click one licence. */
async function lockPerson(trx: Transaction<Database>, { id }: Person): Promise<string> {
  const person = trx.selectFrom('users').select('name').where('id', '=', id)
  const locked = engineOf(trx) === 'postgres' ? person.forUpdate() : person
  const row = await locked.executeTakeFirst()
  // The account was deleted during the request.
  if (!row) throw new AppError('tokenInvalid')
  return row.name
}

function planOf(person: Person): LicenceGrounds['plan'] {
  return isAdmin(person) ? 'admin' : person.membership
}

/** 100 random bits, so that nobody can guess a licence. */
function newLicenceNumber(): string {
  return Array.from(randomBytes(NUMBER_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
}
