import { expect, test } from 'vitest'
import { localeOf } from '#domain/address/locale-path.ts'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { cancelMembership } from '#server/billing/membership/cancel-membership.ts'
import { insertAdmin } from '#server/db/admin-row.ts'
import { type MailOrder, queueMail } from '#server/mail/queue-mail.ts'
import { sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../tests/support/shop/shop.ts'

const AT = '2026-11-22T00:00:00.000Z'

/** A member with a subscription, who reads Japanese. */
async function aReader(shop: Shop) {
  const { id, email } = await aMember(shop.deps)
  await shop.buy(id)
  await shop.settle()
  await shop.deps.db.updateTable('users').set({ locale: 'ja' }).execute()
  return { userId: id, email, subscription: shop.emulator.control.truth().subscriptions[0]!.id }
}

type Reader = Awaited<ReturnType<typeof aReader>>
type Order<Kind> = Omit<Extract<MailOrder, { mail: Kind }> | (MailOrder & { mail: Kind }), 'mail'>

const aboutAccount = async (_: Shop, { userId }: Reader) => ({ userId, at: AT })
const aboutSubscription = async (_: Shop, { userId, subscription }: Reader) => ({ userId, subscription })

async function aKey({ deps }: Shop, { userId }: Reader) {
  const key = {
    user_id: userId,
    key_hash: 'hash of a key',
    name: 'Importer',
    scopes: '["read"]',
    created: AT,
  }
  const row = deps.db.insertInto('api_keys').values(key).returning('id')
  return { userId, key: (await row.executeTakeFirstOrThrow()).id, at: AT }
}

async function aFile({ deps }: Shop, { userId }: Reader) {
  return { userId, clip: (await aClip(deps.db)).id, kind: 'prores' as const }
}

async function troubleOf<const Trouble>({ deps: { db } }: Shop, trouble: Trouble) {
  await insertAdmin(db, { name: '', email: 'a@', email_normalised: 'a@', password_hash: '', created: AT })
  await db.updateTable('users').set({ locale: 'ja' }).execute()
  return { trouble, fault: 'page 7', at: AT }
}

/** The data that makes each mail true, and its order. A missing one does not compile. */
const ORDERS: {
  [Kind in MailOrder['mail']]: (shop: Shop, reader: Reader) => Promise<Order<Kind>>
} = {
  backupTrouble: (shop) => troubleOf(shop, 'damaged'),
  hookTrouble: (shop) => troubleOf(shop, 'hookOff'),
  verifyEmail: aboutAccount,
  emailChanged: async (_, { userId, email }) => ({ userId, to: email, at: AT }),
  resetPassword: async (_, { email }) => ({ email }),
  passwordChanged: aboutAccount,
  factorsChanged: async (_, { userId }) => ({ userId, at: AT, change: 'passkeyAdded' }),
  keyMade: aKey,
  keyLeaked: aKey,
  accountDeleted: async (_, { email }) => ({ to: email, locale: 'ja', at: AT }),
  membershipBegan: aboutSubscription,
  planChanged: aboutSubscription,
  membershipRenews: aboutSubscription,
  async trialEnds(shop, reader) {
    await shop.deps.db.updateTable('subscriptions').set({ status: 'trialing' }).execute()
    return aboutSubscription(shop, reader)
  },
  async priceChanges(shop, reader) {
    const move = { move_state: 'announced' as const, move_amount: 3100, move_at: AT }
    await shop.deps.db.updateTable('subscriptions').set(move).execute()
    return aboutSubscription(shop, reader)
  },
  priceStays: aboutSubscription,
  trialUsed: async (_, { userId }) => ({ userId }),
  async membershipCancelled(shop, reader) {
    await cancelMembership(shop.deps, reader.userId)
    return aboutSubscription(shop, reader)
  },
  async paymentFailed(shop, reader) {
    await shop.deps.db.updateTable('subscriptions').set({ status: 'past_due', past_due_since: AT }).execute()
    return aboutSubscription(shop, reader)
  },
  async membershipEnded({ deps }, { userId }) {
    await deps.db.updateTable('subscriptions').set({ status: 'canceled', ended_at: AT }).execute()
    return { userId }
  },
  async testerWelcome({ deps }, { userId }) {
    await deps.db.insertInto('testers').values({ user_id: userId, claimed_at: AT }).execute()
    return { userId }
  },
  async legalChange({ deps: { db } }, { userId }) {
    const version = { document: 'terms', effective: '2027-01-01', texts: '{}', notice_days: 30 } as const
    await db
      .insertInto('legal_versions')
      .values({ ...version, created: AT })
      .execute()
    return { document: 'terms', effective: version.effective, userId }
  },
  async promotionEndsSoon({ deps }, { userId }) {
    const expires_at = new Date(deps.now().getTime() + HOUR_MS).toISOString()
    const { id } = await deps.db
      .insertInto('promotions')
      .values({ slug: 'kyoto', name: '京都', created_by: userId, expires_at, created: AT })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { promotionId: id }
  },
  fileMade: aFile,
  fileFailed: aFile,
  contact: async (_, { email }) => ({
    ...{ name: 'ゆき', email, topic: 'report', clip: 7 },
    ...{ message: 'ご確認ください。', locale: 'ja' },
  }),
}

const mails = Object.keys(ORDERS) as MailOrder['mail'][]

test.each(mails)('%s has only links to Japanese pages in Japanese', async (mail) => {
  const shop = shopOn(await sqliteDatabases().open())
  const order = await ORDERS[mail](shop, await aReader(shop))
  await shop.deps.db.deleteFrom('jobs').execute()
  await queueMail(shop.deps.db, { mail, ...order } as MailOrder)
  const [sent] = await shop.post()
  const addresses = [...`${sent!.text}\n${sent!.html}`.matchAll(/https:\/\/nagare\.example[^\s"<]*/g)]
  expect(addresses.length).toBeGreaterThanOrEqual(4)
  for (const [address] of addresses) expect(localeOf(new URL(address).pathname), address).toBe('ja')
})
