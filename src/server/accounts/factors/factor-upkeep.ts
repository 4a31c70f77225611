import type { Deps } from '#server/deps.ts'
import { eachAlone, eachStep, throwFailed } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { secretOwner } from './totp.ts'

/** Deletes unanswered challenges, and encrypts secrets of older MEDIA_KEYS again with the newest key. */
export const factorUpkeep: RecurringJob = {
  kind: 'accounts.factorUpkeep',
  everySeconds: 60 * 60,
  run(deps) {
    const { db, now } = deps
    const challenges = db.deleteFrom('factor_challenges').where('expires_at', '<', now().toISOString())
    return eachStep(deps, { challenges: () => challenges.execute(), secrets: () => sealAgain(deps) })
  },
}

async function sealAgain({ db, secrets, log }: Pick<Deps, 'db' | 'secrets' | 'log'>): Promise<void> {
  const apps = await db.selectFrom('authenticator_apps').select(['user_id as id', 'sealed_secret']).execute()
  const old = apps.filter(({ sealed_secret }) => !secrets.isNewest(sealed_secret))
  const failed = await eachAlone({ log }, old, { what: 'account' }, async ({ id, sealed_secret }) => {
    const secret = secrets.open(sealed_secret, secretOwner(id))
    if (!secret) {
      log.error({ userId: id }, 'the secret of an authenticator app is unreadable: MEDIA_KEYS was changed')
      return
    }
    await db
      .updateTable('authenticator_apps')
      .set({ sealed_secret: secrets.seal(secret, secretOwner(id)) })
      .where('user_id', '=', id)
      .where('sealed_secret', '=', sealed_secret)
      .execute()
  })
  throwFailed('account', failed)
}
