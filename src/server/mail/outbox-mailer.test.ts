import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readOutbox } from '../../../tests/support/mail/read-mail.ts'
import type { Mail } from './mailer.ts'
import { outboxMailer } from './outbox-mailer.ts'

const from = { address: 'no-reply@nagare.example' }
const now = () => new Date('2026-11-21T09:00:00.000Z')
const mail: Mail = {
  sender: 'Nagare',
  to: 'aoi@example.com',
  subject: 'Confirm your e-mail address for Nagare',
  text: `https://nagare.example/verify-email#token=${'a'.repeat(60)}\n`,
  html: '<p>確認</p>\n',
  locale: 'en',
  id: 'mail-7',
}
const folder = await mkdtemp(join(tmpdir(), 'nagare-outbox-'))
afterAll(() => rm(folder, { recursive: true }))

test('a mail becomes one file that only this user can read', async () => {
  const outbox = join(folder, 'not', 'yet', 'there')
  await outboxMailer({ from, folder: outbox, now }).send(mail)
  expect(await readdir(outbox)).toEqual(['20261121T090000000Z-mail-7.eml'])
  expect((await stat(join(outbox, '20261121T090000000Z-mail-7.eml'))).mode & 0o777).toBe(0o600)
  expect((await stat(outbox)).mode & 0o777).toBe(0o700)
  const [read] = await readOutbox(outbox)
  expect(read).toMatchObject({ subject: mail.subject, text: mail.text, html: mail.html })
  expect(read?.headers).toMatchObject({ from: 'Nagare <no-reply@nagare.example>', to: 'aoi@example.com' })
})

test('an unwritable folder is retried, and leaves no partial file', async () => {
  const outbox = join(folder, 'file')
  await writeFile(outbox, '')
  await expect(outboxMailer({ from, folder: outbox, now }).send(mail)).rejects.toMatchObject({
    name: 'MailNotTaken',
    message: expect.stringMatching(/^mail not accepted: outbox: E/),
    forGood: false,
  })
})
