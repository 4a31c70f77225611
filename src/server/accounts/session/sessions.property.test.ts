import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { memberByAccessToken } from '#server/accounts/person.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { postgresDatabases, sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { endSessionsOf, logout } from './end-session.ts'
import { refreshSession } from './refresh-session.ts'
import { openSession, type SessionTokens } from './sessions.ts'
import { parseRefreshToken, randomSecret, refreshTokenText } from './tokens.ts'

const SECOND = 1000
const START = Date.parse('2026-11-21T00:00:00.000Z')

/** The model: what a session should be. */
interface Family {
  /** Every refresh token it gave, oldest first; the last is the valid one. */
  tokens: string[]
  access: { token: string; until: number }[]
  rotatedAt: number
  idleEnd: number
  longestEnd: number
  ended: boolean
}

/** `family` and `back` are taken modulo the number there is; `back` counts tokens from the newest. */
type Step =
  | { do: 'login' }
  | { do: 'everywhere' }
  | { do: 'refresh' | 'forge' | 'logout' | 'twoTabs'; family: number; back: number }
  | { do: 'wait'; ms: number }

const family = fc.nat(2)
const back = fc.constantFrom(0, 0, 0, 1, 1, 2, 5)
const waits = [
  1,
  500,
  9_999,
  10_000,
  10_001,
  899_000,
  900_000,
  13 * DAY_MS,
  14 * DAY_MS,
  50 * DAY_MS,
  -3_000,
  -DAY_MS,
]
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('login' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('refresh' as const), family, back }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('twoTabs' as const), family, back }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forge' as const), family, back }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('logout' as const), family, back }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(...waits) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('everywhere' as const) }) },
)

/** After these every token is tried, not only at the end. */
const TELLING = ['logout', 'everywhere', 'forge']

/** One sequence, on real rows and on the model. */
class Run {
  readonly #deps: Deps
  readonly #userId: number
  readonly #seen: Seen
  readonly #families: Family[] = []
  #time = START

  constructor(db: Kysely<Database>, userId: number, seen: Seen) {
    this.#deps = { db, log: watchedLogger(), now: () => new Date(this.#time) } as Deps
    this.#userId = userId
    this.#seen = seen
  }

  async take(one: Step): Promise<void> {
    if (one.do === 'login') return this.login()
    if (one.do === 'wait') this.#time += one.ms
    else if (one.do === 'everywhere') await this.#everywhere()
    else await this.#onToken(one)
  }

  async login(): Promise<void> {
    const tokens = await openSession(this.#deps, { userId: this.#userId, userAgent: '' })
    const made: Family = {
      tokens: [tokens.refresh_token],
      access: [],
      rotatedAt: this.#time,
      idleEnd: this.#time + 14 * DAY_MS,
      longestEnd: this.#time + 60 * DAY_MS,
      ended: false,
    }
    this.#families.push(made)
    this.#gained(made, tokens)
  }

  async #onToken(step: Extract<Step, { family: number }>): Promise<void> {
    const family = this.#families[step.family % this.#families.length]!
    const { tokens } = family
    const generation = Math.max(0, tokens.length - 1 - step.back)
    if (step.do === 'forge') return this.#forge(family, generation)
    if (step.do === 'logout') return this.#logout(family, generation)
    const tabs = step.do === 'twoTabs' ? 2 : 1
    const token = tokens[generation]!
    const answers = await Promise.all(Array.from({ length: tabs }, () => this.#refresh(token)))
    for (const answer of answers) this.#expectRefreshed(family, generation, answer)
  }

  /** Undefined when refused; any other failure fails the test. */
  #refresh(token: string): Promise<SessionTokens | undefined> {
    return refreshSession(this.#deps, token).then(
      ({ tokens }) => tokens,
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'tokenInvalid' })
        return undefined
      },
    )
  }

  #expectRefreshed(family: Family, generation: number, answer: SessionTokens | undefined): void {
    const valid = family.tokens.length - 1
    const again = generation === valid - 1 && this.#time - family.rotatedAt <= 10 * SECOND
    if (this.#lives(family) && generation === valid) {
      expect(family.tokens).not.toContain(answer?.refresh_token)
      this.#seen.rotated++
      this.#moved(family, answer!)
    } else if (this.#lives(family) && again) {
      this.#seen.repeated++
      expect(answer?.refresh_token).toBe(family.tokens[valid])
      this.#gained(family, answer!)
    } else {
      this.#seen.refused++
      expect(answer).toBeUndefined()
      if (this.#lives(family)) family.ended = true
    }
  }

  #moved(family: Family, tokens: SessionTokens): void {
    family.tokens.push(tokens.refresh_token)
    family.rotatedAt = this.#time
    family.idleEnd = Math.min(this.#time + 14 * DAY_MS, family.longestEnd)
    this.#gained(family, tokens)
  }

  async #forge(family: Family, generation: number): Promise<void> {
    const { family: id } = parseRefreshToken(family.tokens[0]!)!
    const forged = refreshTokenText({ family: id, generation, secret: randomSecret() })
    expect(await this.#refresh(forged)).toBeUndefined()
    await logout(this.#deps, forged)
  }

  async #logout(family: Family, generation: number): Promise<void> {
    await logout(this.#deps, family.tokens[generation]!)
    family.ended = true
  }

  async #everywhere(): Promise<void> {
    await endSessionsOf(this.#deps, this.#userId, 'everywhere')
    for (const family of this.#families) family.ended = true
  }

  #gained(family: Family, { access_token, expires_in }: SessionTokens): void {
    const left = Math.floor((family.idleEnd - this.#time) / SECOND)
    expect(expires_in).toBe(Math.min(900, left))
    family.access.push({ token: access_token, until: this.#time + expires_in * SECOND })
  }

  #lives({ ended, idleEnd }: Family): boolean {
    return !ended && this.#time < idleEnd
  }

  /** Every access token ever given lets in exactly as long as it should. */
  async expectAsTold(): Promise<void> {
    for (const family of this.#families) {
      for (const { token, until } of family.access) {
        const member = await memberByAccessToken(this.#deps, token)
        const letsIn = this.#lives(family) && this.#time < until
        this.#seen[letsIn ? 'letIn' : 'keptOut']++
        expect(member !== undefined).toBe(letsIn)
      }
    }
  }
}

/** Outcomes of the sequences: shows when they no longer cover something. */
interface Seen {
  rotated: number
  repeated: number
  refused: number
  letIn: number
  keptOut: number
}

async function runSequences(db: Kysely<Database>, numRuns: number): Promise<void> {
  const seen: Seen = { rotated: 0, repeated: 0, refused: 0, letIn: 0, keptOut: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (all) => {
      const run = new Run(db, await aUser(db), seen)
      await run.login()
      for (const one of all) {
        await run.take(one)
        if (TELLING.includes(one.do)) await run.expectAsTold()
      }
      await run.expectAsTold()
    }),
    { numRuns },
  )
  const few = Math.ceil(numRuns / 20)
  for (const [outcome, times] of Object.entries(seen)) expect(times, outcome).toBeGreaterThan(few)
}

const sqlite = sqliteDatabases()
const postgres = postgresDatabases()
afterAll(() => Promise.all([sqlite.close(), postgres.close()]))

test('in any sequence of events, a session gives access while it lives and never after', {
  timeout: 240_000,
}, async () => {
  await runSequences(await sqlite.open(), runs(10_000))
})

test('the same on PostgreSQL', { timeout: 120_000 }, async () => {
  await runSequences(await postgres.open(), runs(200))
})
