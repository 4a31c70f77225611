// For each line read, claims a spot for every given person at once and prints the outcomes.
import { createInterface } from 'node:readline'
import { AppError } from '#contract/errors.ts'
import { openDatabase } from '#server/db/connect.ts'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { claimSpot } from '#server/testers/claim-spot.ts'

const { database, key, people } = JSON.parse(process.argv[2] ?? '{}')
const db = await openDatabase(database)
// No rate limits: on PostgreSQL they are rows, and only the claims should race.
const free = {
  spend: () => Promise.reject(new Error('claims take no points')),
  take: async () => {},
  allows: async () => true,
  note: async () => {},
  forget: async () => {},
  giveBack: async () => {},
  blockedFor: async () => undefined,
}
const rateLimits = { ...openRateLimits(db), testerKeys: free }
const deps = { db, rateLimits, now: () => new Date() }

const claim = (id: number) =>
  claimSpot(deps, { id, membership: 'free' }, { key, address: '10.0.0.1' }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

process.stdout.write('ready\n')
for await (const _ of createInterface(process.stdin)) {
  const counts: Record<string, number> = {}
  for (const outcome of await Promise.all((people as number[]).map(claim)))
    counts[outcome] = (counts[outcome] ?? 0) + 1
  process.stdout.write(`${JSON.stringify(counts)}\n`)
}
await db.destroy()
