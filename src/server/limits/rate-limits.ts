import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { waitWords } from '#domain/people/wait-words.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { type Counter, MemoryCounter, SharedCounter } from './counters.ts'

/** What is left of a quota after a point was taken, for the `RateLimit` headers. */
export interface Spent extends Pick<Quota, 'points' | 'seconds'> {
  left: number
  /** Seconds until all points are back. */
  resetSeconds: number
  /** Whether there was none left. */
  isOver: boolean
}

interface Quota {
  points: number
  /** Length of the window, which starts with the first point. */
  seconds: number
  /**
   * Counted by each server for itself, in memory: what it limits is that server's own work, or who looked at what, which
   * no database should know. Needs no query, and a restart clears it.
   */
  isLocal?: true
}

export const QUOTAS = {
  /** Per account, existing or not, and IP. */
  failedSignIns: { points: 10, seconds: 15 * 60 },
  /** Per account, from everywhere: one IP has only 960 a day, so it cannot use them up. */
  failedSignInsOfAccount: { points: 1000, seconds: 24 * 60 * 60 },
  /** Per known device, independent of the two above. */
  failedSignInsOfDevice: { points: 10, seconds: 15 * 60 },
  /** Per account, signed in. */
  passwordConfirmations: { points: 10, seconds: 15 * 60 },
  /** Per account with its password, and IP: codes of an app after the right password. */
  failedCodes: { points: 10, seconds: 60 * 60 },
  /**
   * Per account with its password, from everywhere: guessing succeeds once in three years. One IP cannot use them up.
   */
  failedCodesOfAccount: { points: 300, seconds: 24 * 60 * 60 },
  /** Per known device, independent of the two above. */
  failedCodesOfDevice: { points: 10, seconds: 15 * 60 },
  /** Per account, signed in. */
  codeConfirmations: { points: 10, seconds: 15 * 60 },
  /** Per IP, or per account if signed in: challenges for passkeys. */
  passkeyChallenges: { points: 60, seconds: 60 },
  /** Per IP, successful or not; known devices are not counted. */
  signIns: { points: 20, seconds: 60 },
  /** Per IP: a class or an office. Existing accounts do not count. */
  registrations: { points: 30, seconds: 60 * 60 },
  /** The same with a valid tester's key. */
  invitedRegistrations: { points: 200, seconds: 60 * 60 },
  /** Per IP: each answer says whether an address has an account. */
  registrationTries: { points: 300, seconds: 60 * 60 },
  /** Per account. */
  verificationMails: { points: 3, seconds: 60 * 60 },
  /** Per e-mail address, with an account or without. Half of the link's life, so the last one mailed still works. */
  passwordMails: { points: 3, seconds: 30 * 60 },
  /** Per IP, across accounts; known devices are not counted. */
  passwordMailsAsked: { points: 10, seconds: 60 * 60 },
  /** Per IP: messages to the operator. */
  contactMessages: { points: 20, seconds: 60 * 60 },
  /** Per IP, until a key is right. */
  testerKeys: { points: 20, seconds: 15 * 60 },
  /** Per IP and clip: reloading or going back is one view. */
  clipViews: { points: 1, seconds: 60 * 60, isLocal: true },
  /** Per IP and clip: pointing at a tile again is the same interest. */
  clipPreviews: { points: 1, seconds: 60 * 60, isLocal: true },
  /** Per IP and set. */
  setViews: { points: 1, seconds: 60 * 60, isLocal: true },
  /** Per IP: more than a person clicks. */
  clicks: { points: 120, seconds: 60 },
  /** Per IP, search and clip: opened again, it is the same choice. */
  resultClicks: { points: 1, seconds: 24 * 60 * 60, isLocal: true },
  /** Per IP: violations of the content security policy. */
  cspReports: { points: 10, seconds: 60, isLocal: true },
  /** Per key: what a program asks. */
  keyCalls: { points: 600, seconds: 60 },
  /** Per account. */
  exports: { points: 5, seconds: 60 * 60 },
  /** Per account: files of clips that must be made first. */
  filesMade: { points: 60, seconds: 60 * 60 },
  /** Per member except the admin: more than anybody makes by hand. */
  newCollections: { points: 60, seconds: 60 * 60 },
  /** Per member except the admin. */
  setChanges: { points: 120, seconds: 60 * 60 },
  /** Per account: clips put into boards one by one, notes typed. */
  boardChanges: { points: 1200, seconds: 60 * 60 },
  /** Per IP: names of sets that do not exist, so that nobody finds a set by trying. */
  wrongSetNames: { points: 30, seconds: 10 * 60 },
  /** Per IP: searches that are not cached, faster than a whole class searches. */
  searches: { points: 80, seconds: 10, isLocal: true },
  /** Per IP: suggestions, one after each pause in typing. */
  suggestions: { points: 200, seconds: 10, isLocal: true },
} satisfies Record<string, Quota>

export interface RateLimit {
  /** Takes a point; tells how many are left. */
  spend(key: string): Promise<Spent>
  /** Takes a point. @throws AppError('tooManyRequests') if the key has none left */
  take(key: string): Promise<void>
  /** Takes a point; false when the key has none left. */
  allows(key: string): Promise<boolean>
  /** Takes a point if it can; for what has been answered already. Never rejects. */
  note(key: string): Promise<void>
  /** Gives the key one point back. */
  giveBack(key: string): Promise<void>
  /** Seconds to wait, at least 1, when the key has none left; else undefined. Takes nothing. */
  blockedFor(key: string): Promise<number | undefined>
  /** Gives the key all its points back. */
  forget(key: string): Promise<void>
}

export type RateLimits = Record<keyof typeof QUOTAS, RateLimit>

/** Counts in memory on SQLite, which has one server process; on PostgreSQL in the database, except local limits. */
export function openRateLimits(
  db: Kysely<Database>,
  quotas: Partial<Record<keyof typeof QUOTAS, Quota>> = {},
): RateLimits {
  const limits = Object.entries<Quota>({ ...QUOTAS, ...quotas }).map(([name, quota]) => {
    const isShared = !quota.isLocal && engineOf(db) === 'postgres'
    const windowMs = quota.seconds * 1000
    const counter = isShared ? new SharedCounter(db, name, windowMs) : new MemoryCounter(windowMs)
    return [name, rateLimit(counter, quota.points, quota.seconds)]
  })
  return Object.fromEntries(limits)
}

export function rateLimit(counter: Counter, most: number, seconds = 60): RateLimit {
  /** Milliseconds to wait; undefined when the point was taken. */
  async function take(key: string): Promise<number | undefined> {
    const { points, ms } = await counter.add(hashed(key))
    return points > most ? ms : undefined
  }
  return {
    async spend(key) {
      const { points, ms } = await counter.add(hashed(key))
      const left = Math.max(0, most - points)
      return { points: most, seconds, left, resetSeconds: secondsOf(ms), isOver: points > most }
    },
    async take(key) {
      const ms = await take(key)
      if (ms !== undefined) throw tooMany(secondsOf(ms))
    },
    allows: async (key) => (await take(key)) === undefined,
    note: (key) => take(key).then(nothing, nothing),
    giveBack: (key) => counter.giveBack(hashed(key)).then(nothing),
    async blockedFor(key) {
      const { points = 0, ms = 0 } = (await counter.read(hashed(key))) ?? {}
      return points >= most && ms > 0 ? secondsOf(ms) : undefined
    },
    forget: (key) => counter.forget(hashed(key)).then(nothing),
  }
}

export function tooMany(retryAfterSeconds: number): AppError {
  const detail = `try again in ${waitWords(retryAfterSeconds, 'en')}`
  return new AppError('tooManyRequests', detail, { retryAfterSeconds })
}

function nothing(): void {}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

/** Limits store no e-mail or IP address. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
