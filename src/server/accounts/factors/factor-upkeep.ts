import type { RecurringJob } from '#server/jobs/job.ts'
import { secretOwner } from './totp.ts'

/** Deletes unanswered challenges, and encrypts secrets of older MEDIA_KEYS again with the newest key. */
export const factorUpkeep: RecurringJob = {
  kind: 'accounts.factorUpkeep',
  everySeconds: 60 * 60,
  async run({ db, now, secrets, log }) {
    await db.deleteFrom('factor_challenges').where('expires_at', '<', now().toISOString()).execute()
    const apps = await db.selectFrom('authenticator_apps').select(['user_id', 'sealed_secret']).execute()
    for (const { user_id, sealed_secret } of apps) {
      if (secrets.isNewest(sealed_secret)) continue
      const secret = secrets.open(sealed_secret, secretOwner(user_id))
      if (!secret) {
        log.error(
          { userId: user_id },
          'the secret of an authenticator app is unreadable: MEDIA_KEYS was changed',
        )
        continue
      }
      await db
        .updateTable('authenticator_apps')
        .set({ sealed_secret: secrets.seal(secret, secretOwner(user_id)) })
        .where('user_id', '=', user_id)
        .where('sealed_secret', '=', sealed_secret)
        .execute()
    }
  },
}
