import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { signIn as signInAs } from '#server/accounts/session/sessions.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/schema.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { startStripeEmulator } from '../../../tools/stripe-emulator/emulator.ts'
import { aClip } from '../../support/database/rows.ts'
import { aMember } from '../../support/shop/members.ts'
import { testEnvironment } from '../../support/shop/server.ts'
import { STRIPE } from '../../support/shop/shop.ts'
import type { ActSetting } from './acts.ts'

export interface ActShop {
  setting: Omit<ActSetting, 'url'>
  /** For a server in any process. */
  env: Record<string, string>
  /** Signs the admin in again, since tokens expire. */
  signIn(): Promise<void>
  close(): Promise<void>
}

/** The data for the actions: an admin, a searchable clip, a tester's key, and Stripe. */
export async function anActShop(db: Kysely<Database>, config: DatabaseConfig): Promise<ActShop> {
  const folder = await mkdtemp(join(tmpdir(), 'nagare-acts-'))
  const stripe = await startStripeEmulator({ secretKey: STRIPE.secretKey })
  const deps = { db, now: () => new Date() }
  const admin = await aMember(deps, { admin: true })
  let { headers } = admin
  const { id: clip } = await aClip(db)
  await db.transaction().execute((trx) => indexSource(trx, clip))
  const testerKey = 'k'.repeat(16)
  await db
    .insertInto('tester_keys')
    .values({ key: testerKey, label: '', created: new Date().toISOString() })
    .execute()
  return {
    setting: { db, stripe, admin: () => ({ headers }), clip, testerKey },
    env: {
      ...testEnvironment(folder),
      DATABASE_URL: config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url,
      STRIPE_SECRET_KEY: STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRETS: STRIPE.webhookSecrets.join(),
      STRIPE_API_URL: stripe.url.origin,
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'info',
    },
    async signIn() {
      const { access_token } = await signInAs(deps, { userId: admin.id, userAgent: 'test' })
      headers = { authorization: `Bearer ${access_token}` }
    },
    async close() {
      await stripe.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
