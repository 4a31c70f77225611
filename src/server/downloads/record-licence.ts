import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { digitalSourceOf } from '#domain/clips/digital-source.ts'
import type { FileKind } from '#domain/clips/file-kinds.ts'
import { type LicenceGrounds, TERMS_VERSION } from '#domain/clips/license.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import { lockRows } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'
import { announce } from '#server/hooks/announce.ts'
import { legalDays } from '#server/legal/legal.ts'
import type { TakenFile } from './take-file.ts'

/** Life of a link to a full film. */
export const LINK_SECONDS = 300
/** Without I, L, O and U, which are easily misread. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const NUMBER_LENGTH = 20

/** What a licence and a link need to know about a clip. */
export type TakenClip = Awaited<ReturnType<ReturnType<typeof selectTakenClips>['executeTakeFirstOrThrow']>>

/** `viaName` is the promotion's or collection's name, else empty. */
export interface Taking {
  clip: TakenClip
  via: LicenceGrounds['via']
  viaName: string
  /** Another file than the film. */
  file?: TakenFile | undefined
  /** Runs in the transaction of a new licence. */
  count?: (trx: Transaction<Database>) => Promise<void>
}

export function selectTakenClips(db: Kysely<Database>) {
  return db
    .selectFrom('medias')
    .innerJoin('sources', 'sources.id', 'medias.source_id')
    .select(['sources.id', 'sources.title', 'sources.title_ja', 'sources.license', 'sources.license_type'])
    .select(['sources.user_name', 'sources.ai', 'sources.source_url_image', 'sources.date_created'])
    .select(['medias.cloudpath', 'medias.file_name', 'medias.byte_size'])
}

/** Where a clip comes from, if it is known. */
export const sourceTypeOf = ({ ai, ...clip }: Pick<TakenClip, 'ai' | 'source_url_image' | 'date_created'>) =>
  digitalSourceOf({ ...clip, ai: ai === null ? null : ai === 1 })

/** Records a licence and returns its public id; while the first link lives, the same clip keeps its licence. */
export async function recordLicence(
  trx: Transaction<Database>,
  { person, taking, now }: { person: Person; taking: Taking; now: Date },
): Promise<string> {
  const name = await lockPerson(trx, person)
  const plan: LicenceGrounds['plan'] = isAdmin(person) ? 'admin' : person.membership
  const live = await trx
    .selectFrom('downloads')
    .select('public_id')
    .where('user_id', '=', person.id)
    .where('created', '>', new Date(now.getTime() - LINK_SECONDS * 1000).toISOString())
    .where('clip_id', '=', taking.clip.id)
    .where('via', '=', taking.via)
    .where('via_name', '=', taking.viaName)
    .where('plan', '=', plan)
    .where('file_kind', '=', taking.file?.kind ?? 'film')
    .executeTakeFirst()
  if (live) return live.public_id
  const { clip, via, viaName, file, count } = taking
  const { held } = await legalDays(trx, 'terms', now)
  const kind: FileKind = file?.kind ?? 'film'
  const licence = {
    public_id: newLicenceNumber(),
    user_id: person.id,
    source_id: clip.id,
    clip_id: clip.id,
    clip_title: clip.title,
    clip_title_ja: clip.title_ja,
    user_name: clip.user_name,
    file_name: file?.file_name ?? clip.file_name,
    file_kind: kind,
    license: clip.license,
    license_type: clip.license_type,
    ai: clip.ai,
    digital_source_type: sourceTypeOf(clip) ?? ('' as const),
    terms_version: held ?? TERMS_VERSION,
    plan,
    licensee_name: name,
    via,
    via_name: viaName,
    created: now.toISOString(),
  }
  await trx.insertInto('downloads').values(licence).execute()
  await count?.(trx)
  await announce(trx, 'download.made', [{ clip: clip.id, member: person.id, via, plan }])
  return licence.public_id
}

/** Returns the licensee's name. The row lock makes a double click one licence. */
async function lockPerson(trx: Transaction<Database>, { id }: Person): Promise<string> {
  const query = trx.selectFrom('users').select('name').where('id', '=', id)
  const row = await query.$call(lockRows(trx)).executeTakeFirst()
  // The account was deleted during the request.
  if (!row) throw new AppError('tokenInvalid')
  return row.name
}

/** 100 random bits, so that nobody can guess a licence. */
function newLicenceNumber(): string {
  return Array.from(randomBytes(NUMBER_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
}
