import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailSender } from '#server/config/mail-config.ts'
import { type Mailer, MailNotTaken } from './mailer.ts'
import { messageOf } from './message.ts'

interface Options {
  from: MailSender
  folder: string
  now: () => Date
}

/**
 * Writes each mail to a file of its own, `TIME-ID.eml`, which any mail program opens. Complete or not at all, and
 * readable by this user alone, since the links in it let somebody in.
 */
export function outboxMailer({ from, folder, now }: Options): Mailer {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await transport.sendMail(messageOf({ from }, mail))
      const time = now().toISOString().replace(/[-:.]/g, '')
      try {
        await writeWhole(join(folder, `${time}-${mail.id}.eml`), message as Buffer)
      } catch (error) {
        throw new MailNotTaken(`outbox: ${(error as NodeJS.ErrnoException).code}`)
      }
    },
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
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
