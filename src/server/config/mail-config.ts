import { join } from 'node:path'
import type { z } from 'zod'
import { readBy } from './setting-types.ts'

export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS if offered, and always before credentials. */
  secure: boolean
  user?: string
  password?: string
}

export interface MailSender {
  name: string
  address: string
}

/** `from` without a name: the shop's. */
export type MailConfig = { from: Partial<MailSender> & Pick<MailSender, 'address'> } & (
  | { driver: 'outbox'; folder: string }
  | { driver: 'smtp'; smtp: SmtpServer }
)

/** Special characters in user and password are percent-encoded, such as %40 for @. */
function smtpServer(value: string): SmtpServer | undefined {
  const url = URL.parse(value)
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname)) return undefined
  const secure = url.protocol === 'smtps:'
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      ...(url.username && {
        user: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
      }),
    }
  } catch {
    return undefined
  }
}

const FROM = /^(?:([^<>"\p{Cc}]{1,100}?)? *<)?([^\s<>@,;:"]+@[^\s<>@,;:"]+?)>?$/u

function sender(value: string): { name?: string; address: string } | undefined {
  const [, name, address] = FROM.exec(value.trim()) ?? []
  if (!address || value.includes('<') !== value.includes('>')) return undefined
  return { ...(name && { name }), address }
}

/** Part of the schema in config.ts. */
export const MAIL_SETTINGS = {
  SMTP_URL: readBy(smtpServer, 'must be smtp://USER:PASSWORD@HOST:PORT or smtps://…').optional(),
  MAIL_FROM: readBy(sender, 'must be ADDRESS or NAME <ADDRESS>').optional(),
}

type MailSettings = z.infer<z.ZodObject<typeof MAIL_SETTINGS>> & { SITE_URL: URL }

/** Where mails become files. */
export function outboxIn(dataDir: string): string {
  return join(dataDir, 'outbox')
}

/** Mails become files in a folder when there is no mail server. */
export function mailConfig(settings: MailSettings, dataDir: string): MailConfig {
  const { SITE_URL: url, SMTP_URL: smtp, MAIL_FROM: given } = settings
  const from = { address: `no-reply@${url.hostname}`, ...given }
  return smtp ? { driver: 'smtp', smtp, from } : { driver: 'outbox', folder: outboxIn(dataDir), from }
}
