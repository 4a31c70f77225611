import { expect, test } from 'vitest'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { insertAdmin } from '#server/db/admin-row.ts'
import { sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { writeOperatorMail } from './write-operator-mail.ts'

const { site } = parseConfig(
  operatorEnvironment({ SITE_URL: 'https://nagare.example', CONTACT_EMAIL: 'ops@nagare.example' }),
)
const at = '2026-11-22T04:00:00.000Z'

test('the operator reads in the admin’s language what was found', async () => {
  const db = await sqliteDatabases().open()
  const order = { mail: 'backupTrouble', trouble: 'damaged', fault: 'page 7 is lost', at } as const
  const english = await writeOperatorMail({ db, site }, order)
  expect(english).toMatchObject({ to: 'ops@nagare.example', locale: 'en' })
  expect(english.letter.subject).toBe('[Nagare] The database is damaged')
  expect(english.letter.before).toContain('What was found: page 7 is lost')
  expect(english.letter.link.url).toBe('https://nagare.example/studio')

  await insertAdmin(db, { name: '', email: 'a@', email_normalised: 'a@', password_hash: '', created: at })
  await aUser(db, { locale: 'en' })
  await db.updateTable('users').set({ locale: 'ja' }).where('id', '=', 1).execute()
  const japanese = await writeOperatorMail({ db, site }, { ...order, trouble: 'unproven' })
  expect(japanese).toMatchObject({ to: 'ops@nagare.example', locale: 'ja' })
  expect(japanese.letter.subject).toBe('【Nagare】最新のバックアップを復元できません')
  expect(japanese.letter.link.url).toBe('https://nagare.example/ja/studio')
})
