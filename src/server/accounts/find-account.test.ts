import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { findAccount, mailLocale } from './find-account.ts'

describeEachDatabase('an account', (open) => {
  test('is found by its id only, and gets mails in its own language', async () => {
    const db = await open()
    const ids = [
      await aUser(db, { name: 'Aoi', locale: 'en' }),
      await aUser(db, { name: 'Ren', locale: 'ja' }),
    ]
    const found = await Promise.all(ids.map((id) => findAccount({ db }, 'id', id)))
    expect(found.map((account) => account?.name)).toEqual(['Aoi', 'Ren'])
    expect(await Promise.all(ids.map((id) => mailLocale({ db }, id)))).toEqual(['en', 'ja'])
    expect(await findAccount({ db }, 'id', 987_654)).toBeUndefined()
    await expect(mailLocale({ db }, 987_654)).rejects.toThrow()
  })
})
