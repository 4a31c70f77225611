import { AppError } from '#contract/errors.ts'
import type { GivenRole, Role } from '#domain/membership/membership.ts'
import { findAccount } from '#server/accounts/find-account.ts'
import { sendVerificationAgain } from '#server/accounts/mail/verification.ts'
import { endSessionsOf } from '#server/accounts/session/end-session.ts'
import { type Actor, audit } from '#server/audit.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

interface Who {
  id: number
  actor: Actor
}

type ActDeps = Pick<Deps, 'db' | 'now'>
type MailDeps = ActDeps & Pick<Deps, 'rateLimits' | 'events'>

/**
 * Gives or takes the role of an editor. Giving it again changes nothing. @throws AppError('notFound'), 'forbidden' for
 * the admin, who keeps every right
 */
export async function giveRole(
  { db, now }: ActDeps,
  { id, actor }: Who,
  role: GivenRole | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst()
    if (!before) throw new AppError('notFound')
    refuseForAdmin(before.role)
    if (before.role === role) return
    await trx.updateTable('users').set({ role }).where('id', '=', id).execute()
    const detail = { before, after: { role } }
    await audit(trx, { actor, action: role ? 'role.give' : 'role.take', userId: id, detail, at: now() })
  })
}

/**
 * Signs a member out everywhere. @throws AppError('notFound'), 'forbidden' for the admin, who does it on the account
 * page
 */
export async function endSessionsOfMember({ db, now }: ActDeps, { id, actor }: Who): Promise<void> {
  refuseForAdmin((await accountOf(db, id)).role)
  await db.transaction().execute(async (trx) => {
    await endSessionsOf({ db: trx, now }, id, 'operator')
    await audit(trx, { actor, action: 'session.end', userId: id, detail: {}, at: now() })
  })
}

/**
 * Mails a link to choose a new password. @throws AppError('notFound'), 'tooManyRequests' while earlier links still work
 */
export async function sendMemberPasswordMail(deps: MailDeps, { id, actor }: Who): Promise<void> {
  const { email_normalised: email } = await accountOf(deps.db, id)
  await deps.rateLimits.passwordMails.take(email)
  await deps.db.transaction().execute(async (trx) => {
    await queueMail(trx, { mail: 'resetPassword', email })
    await audit(trx, { actor, action: 'member.password_mail', userId: id, detail: {}, at: deps.now() })
  })
  deps.events.emit('jobQueued')
}

/**
 * Mails the link that confirms the address again. @throws AppError('notFound' | 'tooManyRequests'), 'badRequest' if it
 * is confirmed
 */
export async function sendMemberVerification(deps: MailDeps, { id, actor }: Who): Promise<void> {
  const account = await findAccount(deps, 'id', id)
  if (!account) throw new AppError('notFound')
  if (account.email_verified_at && !account.new_email)
    throw new AppError('badRequest', 'the address is confirmed already')
  await deps.db.transaction().execute(async (trx) => {
    await sendVerificationAgain({ db: trx, rateLimits: deps.rateLimits }, { id })
    await audit(trx, { actor, action: 'member.verification_mail', userId: id, detail: {}, at: deps.now() })
  })
  deps.events.emit('jobQueued')
}

function refuseForAdmin(role: Role | null): void {
  if (role === 'admin') throw new AppError('forbidden', 'the admin keeps every right')
}

async function accountOf(db: Deps['db'], id: number) {
  const query = db.selectFrom('users').select(['email_normalised', 'role']).where('id', '=', id)
  const account = await query.executeTakeFirst()
  if (!account) throw new AppError('notFound')
  return account
}
