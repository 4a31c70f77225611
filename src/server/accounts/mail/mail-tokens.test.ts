import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { makeMailToken, ownerOfMailToken, useMailToken, voidMailTokens } from './mail-tokens.ts'

const invalid = { code: 'mailTokenInvalid' }
const at = new Date('2026-11-22T00:00:00.000Z')
const now = () => at

describeEachDatabase('a mailed token', (open) => {
  /** Two people, each with two tokens of either purpose. */
  async function twoPeople() {
    const db = await open()
    const person = async (email: string) => {
      const userId = await aUser(db, { email, email_normalised: email })
      const token = (purpose: 'verifyEmail' | 'resetPassword') =>
        makeMailToken({ db, now }, { userId, email, purpose })
      const tokens = {
        verify: [await token('verifyEmail'), await token('verifyEmail')],
        reset: [await token('resetPassword'), await token('resetPassword')],
      }
      return { userId, ...tokens }
    }
    const works = (token: string, purpose: 'verifyEmail' | 'resetPassword') =>
      ownerOfMailToken({ db, now }, { token, purpose }).then(
        () => true,
        () => false,
      )
    const one = await person('one@example.com')
    const other = await person('other@example.com')
    const all = async () => ({
      own: {
        verify: await Promise.all(one.verify.map((token) => works(token, 'verifyEmail'))),
        reset: await Promise.all(one.reset.map((token) => works(token, 'resetPassword'))),
      },
      others: await Promise.all([
        ...other.verify.map((token) => works(token, 'verifyEmail')),
        ...other.reset.map((token) => works(token, 'resetPassword')),
      ]),
    })
    return { db, one, other, all }
  }

  const usable = [true, true]
  const void_ = [false, false]
  const untouched = [true, true, true, true]

  test('voids its owner’s other tokens of the purpose, and nobody else’s, when used', async () => {
    const { db, one, all } = await twoPeople()
    expect(await all()).toEqual({ own: { verify: usable, reset: usable }, others: untouched })
    await useMailToken(db, { token: one.reset[0]!, purpose: 'resetPassword', at })
    expect(await all()).toEqual({ own: { verify: usable, reset: void_ }, others: untouched })
    await useMailToken(db, { token: one.verify[1]!, purpose: 'verifyEmail', at })
    expect(await all()).toEqual({ own: { verify: void_, reset: void_ }, others: untouched })
  })

  test('that is refused uses nothing up', async () => {
    const { db, one, other, all } = await twoPeople()
    for (const token of ['', one.verify[0]!, `${other.reset[0]!}A`])
      await expect(useMailToken(db, { token, purpose: 'resetPassword', at })).rejects.toMatchObject(invalid)
    expect(await all()).toEqual({ own: { verify: usable, reset: usable }, others: untouched })
  })

  test('is void after its owner’s new password, others’ are not', async () => {
    const { db, one, all } = await twoPeople()
    const hashes = await voidMailTokens(db, { userId: one.userId, purpose: 'resetPassword', at })
    expect(hashes).toHaveLength(2)
    expect(await all()).toEqual({ own: { verify: usable, reset: void_ }, others: untouched })
  })
})
