import { join } from 'node:path'
import { z } from 'zod'

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

export type MailConfig = { from: MailSender } & (
  | { driver: 'outbox'; folder: string }
  | { driver: 'smtp'; smtp: SmtpServer }
)

export const smtpUrl = z.string().transform((value, context): SmtpServer => {
  const smtp = smtpServer(value)
  if (smtp) return smtp
  context.addIssue({ code: 'custom', message: 'must be smtp://USER:PASSWORD@HOST:PORT or smtps://…' })
  return z.NEVER
})

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

const MAIL_FROM = /^(?:([^<>"\p{Cc}]{1,100}?)? *<)?([^\s<>@,;:"]+@[^\s<>@,;:"]+?)>?$/u

export const mailFrom = z.string().transform((value, context): Partial<MailSender> & { address: string } => {
  const [, name, address] = MAIL_FROM.exec(value.trim()) ?? []
  if (address && value.includes('<') === value.includes('>')) return { ...(name && { name }), address }
  context.addIssue({ code: 'custom', message: 'must be ADDRESS or NAME <ADDRESS>' })
  return z.NEVER
})

interface MailSettings {
  SITE_NAME: string
  SITE_URL: URL
  SMTP_URL?: SmtpServer | undefined
  MAIL_FROM?: z.infer<typeof mailFrom> | undefined
}

/** Where mails become files. */
export function outboxIn(dataDir: string): string {
  return join(dataDir, 'outbox')
}

/** Mails become files in a folder when there is no mail server. */
export function mailConfig(settings: MailSettings, dataDir: string): MailConfig {
  const { SITE_NAME: name, SITE_URL: url, SMTP_URL: smtp, MAIL_FROM: given } = settings
  const from = { name, address: `no-reply@${url.hostname}`, ...given }
  return smtp ? { driver: 'smtp', smtp, from } : { driver: 'outbox', folder: outboxIn(dataDir), from }
}
