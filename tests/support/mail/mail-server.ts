import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type ReadMail, readMail } from './read-mail.ts'

interface ReceivedMail extends ReadMail {
  /** Envelope. */
  from: string
  to: string[]
  /** User name, if signed in. */
  user: string | undefined
  /** Whether TLS was used. */
  secure: boolean
}

export interface MailServer {
  port: number
  mails: ReceivedMail[]
  close(): Promise<void>
}

/** A real mail server on loopback that keeps the mails; open to all without `onAuth`. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: options.onAuth === undefined,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, session, done) {
      // A client killed half-way has sent no mail.
      const raw = await text(stream).catch(() => undefined)
      if (raw === undefined) return done(new Error('the client left'))
      const mail = readMail(raw)
      const { mailFrom, rcptTo } = session.envelope
      mails.push({
        ...mail,
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        user: session.user as string | undefined,
        secure: session.secure,
      })
      done()
    },
    ...options,
  })
  // A client that disconnects half-way is no error.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
