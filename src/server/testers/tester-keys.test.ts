import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { claimSpot } from './claim-spot.ts'
import { listTesterKeys, listTesters, makeTesterKeys, revokeTesterKey } from './tester-keys.ts'

describeEachDatabase('testers’ keys', (open) => {
  test('have their own testers, and revoking one leaves the others valid', async () => {
    const { deps, pass } = accountsOn(await open())
    const [one = '', other = ''] = await makeTesterKeys(deps, { count: 2, label: 'friends' })
    const join = async (key: string, name: string) => {
      pass(1000)
      const id = await aUser(deps.db, { name })
      await claimSpot(deps, { id, membership: 'free' }, { key, address: name })
    }
    await join(one, 'Ren')
    await join(other, 'Aoi')
    await revokeTesterKey(deps, one)
    await join(other, 'Mio')
    expect(await listTesterKeys(deps)).toMatchObject([
      { key: one, testers: 1, revoked_at: expect.any(String) },
      { key: other, testers: 2, revoked_at: null },
    ])
    expect((await listTesters(deps)).testers.map(({ name }) => name)).toEqual(['Ren', 'Aoi', 'Mio'])
  })
})
