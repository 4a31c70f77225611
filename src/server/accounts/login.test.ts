import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { aMember, logIn } from '../../../tests/support/shop/members.ts'
import { signInBy } from './login.ts'
import { endSessionsOf } from './session/end-session.ts'

const now = () => new Date()

describeEachDatabase('a sign-in', (open) => {
  test('accepts no longer password than the limit', async () => {
    const { deps } = accountsOn(await open())
    const { email, password } = await aMember(deps, { password: 'あ'.repeat(256) })
    const visitor = { address: '192.0.2.1', userAgent: '' }
    await logIn(deps, { email, password }, visitor)
    const longer = logIn(deps, { email, password: `${password}x` }, visitor)
    await expect(longer).rejects.toMatchObject({ code: 'signInFailed' })
  })

  test('does not survive a concurrent change of the password', async () => {
    const db = await open()
    const { id } = await aMember({ db, now })
    const verified = await db
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const changing = db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ password_hash: 'another' }).where('id', '=', id).execute()
      await endSessionsOf({ db: trx, now }, id, 'password')
      await sleep(100)
    })
    await sleep(30)
    await expect(signInBy({ db, now }, verified, 'test')).rejects.toMatchObject({ code: 'signInFailed' })
    await changing
    const living = db.selectFrom('sessions').selectAll().where('revoked_at', 'is', null)
    expect(await living.execute()).toEqual([])
  })
})
