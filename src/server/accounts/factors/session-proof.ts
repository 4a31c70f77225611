import type { FactorList, ProofSteps } from '#contract/accounts/factors.ts'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import {
  FACTOR_KINDS,
  type FactorKind,
  missingProof,
  type ProofState,
  type WantedProof,
} from '#domain/people/proof.ts'
import type { Member } from '#server/accounts/person.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { areFactorsRequired } from './required-factors.ts'

type ProofDeps = Pick<Deps, 'db' | 'now'>

const REFUSALS: Record<WantedProof, ErrorCode> = {
  any: 'proofRequired',
  full: 'fullProofRequired',
  factor: 'factorRequired',
}

/** @throws AppError('proofRequired' | 'fullProofRequired' | 'factorRequired') if the wanted proof is missing */
export async function requireProof(
  deps: ProofDeps,
  sessionId: string,
  { wanted, minutes }: { wanted: WantedProof; minutes?: number },
): Promise<void> {
  const state = await proofOf(deps, sessionId)
  const misses = (proof: WantedProof) =>
    missingProof(state, { wanted: proof, now: deps.now(), ...(minutes && { minutes }) }).length > 0
  if (wanted !== 'full' && misses('factor')) throw new AppError('factorRequired')
  if (misses(wanted)) throw new AppError(REFUSALS[wanted])
}

/**
 * For the studio. @throws AppError('factorRequired') for a session without the account's second factor, 'factorMissing'
 * for an account without one where the shop asks for it
 */
export async function requireStaffProof(
  deps: ProofDeps,
  { id, sessionId, key }: Pick<Member, 'id' | 'sessionId' | 'key'>,
): Promise<void> {
  // Making the key took every proof that the account had.
  const state = key ? { factors: await factorKinds(deps.db, id) } : await proofOf(deps, sessionId)
  if ('passwordAt' in state && missingProof(state, { wanted: 'factor', now: deps.now() }).length > 0)
    throw new AppError('factorRequired')
  if (state.factors.length === 0 && (await areFactorsRequired(deps.db))) throw new AppError('factorMissing')
}

/**
 * The session's proofs, and the account's possible ones. @throws AppError('tokenInvalid') for a session that is gone
 */
async function proofOf({ db }: Pick<Deps, 'db'>, sessionId: string): Promise<ProofState> {
  const session = await db
    .selectFrom('sessions')
    .select(['user_id', 'password_at', 'factor_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session) throw new AppError('tokenInvalid')
  const { user_id, password_at, factor_at } = session
  return {
    passwordAt: password_at ? new Date(password_at) : null,
    factorAt: factor_at ? new Date(factor_at) : null,
    factors: await factorKinds(db, user_id),
  }
}

/** The account's second factors. Recovery codes alone are no factor. */
export async function factorKinds(db: Db, userId: number): Promise<FactorKind[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(({ val }) => val<FactorKind>('passkey').as('kind'))
    .where('user_id', '=', userId)
    .union((eb) =>
      eb
        .selectFrom('authenticator_apps')
        .select(({ val }) => val<FactorKind>('code').as('kind'))
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null),
    )
    .union((eb) =>
      eb
        .selectFrom('recovery_codes')
        .select(({ val }) => val<FactorKind>('recovery').as('kind'))
        .where('user_id', '=', userId),
    )
    .execute()
  const found = new Set(rows.map(({ kind }) => kind))
  if (!found.has('passkey') && !found.has('code')) return []
  return FACTOR_KINDS.filter((kind) => found.has(kind))
}

/** Notes in the session which proof was just given. */
export async function noteProof(
  { db, now }: ProofDeps,
  sessionId: string,
  kind: 'password' | FactorKind,
): Promise<void> {
  const at = now().toISOString()
  await db
    .updateTable('sessions')
    .set(kind === 'password' ? { password_at: at } : { factor_at: at, factor: kind })
    .where('id', '=', sessionId)
    .execute()
}

/** The proofs still missing for such an action. */
export async function stepsOf(deps: ProofDeps, sessionId: string, wanted: WantedProof): Promise<ProofSteps> {
  return { steps: missingProof(await proofOf(deps, sessionId), { wanted, now: deps.now() }) }
}

/** An account's second factors, oldest first, without secrets. */
export async function listFactors({ db }: Pick<Deps, 'db'>, userId: number): Promise<FactorList> {
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created', 'last_used'])
    .where('user_id', '=', userId)
    .orderBy('created')
    .execute()
  const app = await db
    .selectFrom('authenticator_apps')
    .select(['created', 'last_used'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { passkeys, app: app ?? null, recovery_codes: Number(left) }
}
