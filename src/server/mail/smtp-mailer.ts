import type { NodemailerError, SMTPTransportOptions } from 'nodemailer'
import type { MailConfig, SmtpServer } from '#server/config/mail-config.ts'
import { type Mailer, MailNotTaken, messageOf } from './mailer.ts'

const SECOND = 1000
const TIMES = {
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  dnsTimeout: 10 * SECOND,
  /** Longest silence of the server. */
  socketTimeout: 20 * SECOND,
}
/** One mail, from connecting to the server's last reply. */
const LONGEST_MS = 60 * SECOND

const NEVER_REACHED = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EDNS)$/

/** Sends through a mail server, one connection per mail. */
export function smtpMailer(config: { from: MailConfig['from']; smtp: SmtpServer }): Mailer {
  const options = transportOptions(config.smtp)
  return {
    async send(mail, signal) {
      const { createTransport } = await import('nodemailer')
      const longest = AbortSignal.timeout(LONGEST_MS)
      const within = signal ? AbortSignal.any([signal, longest]) : longest
      try {
        await createTransport(options).sendMail({ ...messageOf(config, mail), signal: within })
      } catch (error) {
        throw notTaken(error as NodemailerError)
      }
    },
    async check() {
      const { createTransport } = await import('nodemailer')
      try {
        await createTransport(options).verify()
        return 'sent'
      } catch (error) {
        throw notTaken(error as NodemailerError)
      }
    },
  }
}

/** Credentials are never sent unencrypted, except to this machine. */
function transportOptions({ host, port, secure, user, password }: SmtpServer): SMTPTransportOptions {
  const auth = user === undefined ? undefined : { user, pass: password ?? '' }
  return { host, port, secure, ...(auth && { auth }), requireTLS: !!auth && !isLoopback(host), ...TIMES }
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host)
}

/** Leaves the server's reply out: it may contain the address. */
function notTaken({ code, originalCode, command, responseCode, response, permanent }: NodemailerError) {
  const why = [originalCode ?? code, command?.split(' ')[0], responseCode].filter(Boolean).join(' ')
  // 5.7.x is about policy, such as a rejected sender, which the operator can fix.
  const ofRecipient =
    code === 'EENVELOPE' && !!command?.startsWith('RCPT') && !/\b5\.7\.\d/.test(response ?? '')
  return new MailNotTaken(why || 'unknown reason', {
    forGood: permanent === true && ofRecipient,
    maybeTaken: responseCode === undefined && !NEVER_REACHED.test(originalCode ?? code ?? ''),
  })
}
