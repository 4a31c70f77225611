import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailConfig } from '#server/config/mail-config.ts'
import { type Mailer, MailNotTaken, messageOf } from './mailer.ts'

interface Options {
  from: MailConfig['from']
  folder: string
  now: () => Date
}

/** Writes each mail to `TIME-ID.eml`, readable by this user only, since its links give access to accounts. */
export function outboxMailer({ from, folder, now }: Options): Mailer {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await transport.sendMail(messageOf({ from }, mail))
      try {
        await writeAtomically(
          join(folder, `${fileTime(now().toISOString())}-${mail.id}.eml`),
          message as Buffer,
        )
      } catch (error) {
        throw new MailNotTaken(`outbox: ${(error as NodeJS.ErrnoException).code}`)
      }
    },
    check: async () => 'kept',
  }
}

/** A time, as file names begin with it. */
export function fileTime(at: string): string {
  return at.replace(/[-:.]/g, '')
}

async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.part`
  try {
    await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
