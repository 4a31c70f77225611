import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { signIn } from '#server/accounts/session/sessions.ts'
import type { Database } from '#server/db/schema.ts'
import { createCollection, createPromotion } from '#server/sets/create-set.ts'
import { sendMailJob } from '#server/start/send-mail.ts'
import { startStripeEmulator } from '../../../tools/stripe-emulator/emulator.ts'
import { postgresDatabases } from '../../support/database/databases.ts'
import { aClip } from '../../support/database/rows.ts'
import { anAddress } from '../../support/http/ask.ts'
import type { Asked, Places } from '../../support/http/routes.ts'
import { startMailServer } from '../../support/mail/mail-server.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { STRIPE } from '../../support/shop/shop.ts'
import { startBucket } from '../../support/storage/bucket.ts'
import { type FaultyLine, faultyLine } from './faulty-line.ts'

export type Dependency = 'database' | 'bucket' | 'stripe' | 'mail'

export interface Answer {
  status: number
  milliseconds: number
}

export interface FaultyShop {
  server: TestServer
  lines: Record<Dependency, FaultyLine>
  /** The connection without the faulty line. */
  db: Kysely<Database>
  clip: { id: number; cloudpath: string }
  /** Values for the places of a path. */
  places: Places
  /** From a new IP each time: payments as a free member, all else as the admin. A broken answer has the status 0. */
  ask(asked: Asked): Promise<Answer>
  /** Signs in once per request, since some requests end the session, and resets limits, that of keys too. */
  prepare(requests: number): Promise<void>
  close(): Promise<void>
}

/** A shop on PostgreSQL, a bucket, Stripe and a mail server, each behind a line that breaks on command. */
export async function faultyShop(): Promise<FaultyShop> {
  const databases = postgresDatabases()
  const config = await databases.create()
  if (config.engine !== 'postgres') throw new Error('not PostgreSQL')
  const db = await databases.connect(config)
  const bucket = await startBucket()
  const stripe = await startStripeEmulator({ secretKey: STRIPE.secretKey })
  const mail = await startMailServer()
  const url = new URL(config.url)
  const lines = {
    database: await faultyLine(Number(url.port)),
    bucket: await faultyLine(bucket.port),
    stripe: await faultyLine(stripe.port),
    mail: await faultyLine(mail.port),
  }
  url.port = String(lines.database.port)
  const server = await startTestServer({
    env: {
      DATABASE_URL: url.href,
      STORAGE_URL: `s3://clips?endpoint=http://127.0.0.1:${lines.bucket.port}`,
      STRIPE_SECRET_KEY: STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRETS: STRIPE.webhookSecrets.join(),
      STRIPE_API_URL: `http://127.0.0.1:${lines.stripe.port}`,
      SMTP_URL: `smtp://127.0.0.1:${lines.mail.port}`,
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'error',
    },
    jobs: [sendMailJob],
  })
  const { deps } = server
  const now = () => new Date()
  const clip = await aClip(db)
  await deps.storage.put(clip.cloudpath, randomBytes(2_000_000), 'video/mp4')
  await deps.storage.put('watermarked/large.mp4', randomBytes(2_000_000), 'video/mp4')
  const admin = await aMember({ db, now }, { admin: true })
  const maker = { id: admin.id, membership: 'pro' } as const
  const source_ids = [clip.id]
  await createPromotion(deps, maker, { promo_name: 'Spring', source_ids, expires_in_days: 7 })
  await createCollection(deps, maker, { curated_name: 'Rain', source_ids })
  const buyer = await aMember({ db, now })
  const tokens: { admin: string; buyer: string }[] = []
  const tokenOf = async ({ id: userId }: TestMember) =>
    (await signIn({ db, now }, { userId, userAgent: 'test' })).access_token
  const places = { clip: String(clip.id), cloudpath: clip.cloudpath, promo: 'spring', curated: 'rain' }

  return {
    server,
    lines,
    db,
    clip,
    places: { ...places, licence: 'none' },
    async prepare(requests) {
      for (const table of ['rate_limits', 'api_keys'] as const) await db.deleteFrom(table).execute()
      while (tokens.length < requests)
        tokens.push({ admin: await tokenOf(admin), buyer: await tokenOf(buyer) })
    },
    async ask({ method, path, body }) {
      const token = tokens.pop()![path.startsWith('/api/payment/') ? 'buyer' : 'admin']
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': anAddress() }
      const begun = performance.now()
      const status = await fetch(server.at(path), {
        method,
        headers: path.startsWith('/media/') ? {} : headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(20_000),
        ...(body && { body: JSON.stringify(body) }),
      }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        () => 0,
      )
      return { status, milliseconds: performance.now() - begun }
    },
    async close() {
      for (const line of Object.values(lines)) await line.become()
      await server.close()
      for (const { close } of [...Object.values(lines), stripe, mail, bucket, databases]) await close()
    },
  }
}
