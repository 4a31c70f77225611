import type { RequestOptions } from 'node:http'
import { FINDINGS, HEALTH_CHECKS, type Health, type HealthLine } from '#contract/studio/operation/health.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { askPrices } from '#server/billing/prices/refresh-prices.ts'
import type { Deps } from '#server/deps.ts'
import { failureLine } from '#server/failure-line.ts'
import { errorText } from '#server/jobs/error-text.ts'
import type { Found, HealthCheck, Look } from './check.ts'
import { dataChecks } from './data-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { probeSite } from './probe.ts'
import { serviceChecks } from './service-checks.ts'
import { siteChecks } from './site-checks.ts'
import { workChecks } from './work-checks.ts'

const LIMIT_MS = 5_000
const AT_ONCE = 6

const ALL = [...siteChecks, ...dataChecks, ...serviceChecks, ...machineChecks, ...workChecks]
/** Every check, in the order in which it is shown. */
const CHECKS = HEALTH_CHECKS.flatMap((name) => ALL.find((check) => check.name === name) ?? [])

interface Options {
  checks?: readonly HealthCheck[]
  limitMs?: number
  machine?: () => Date
  /** How the public address is asked. */
  network?: RequestOptions
}

/** Runs every check, a few at once. One that throws or hangs is a failed line, and the others go on. */
export async function checkHealth(
  deps: Deps,
  { checks = CHECKS, limitMs = LIMIT_MS, machine = () => new Date(), network }: Options = {},
): Promise<Health> {
  const signal = () => AbortSignal.timeout(limitMs)
  const look: Look = {
    ...{ deps, machine },
    probe: once(() => probeSite(deps, { ...network, signal: signal() })),
    prices: once(() => askPrices(paymentsOf(deps), { timeout: limitMs, maxNetworkRetries: 0 })),
  }
  const lines = new Map(checks.map(({ name }) => [name, Promise.withResolvers<HealthLine>()]))
  const left = checks.values()
  const work = async () => {
    for (const check of left) {
      const needed = check.needs && (await lines.get(check.needs)?.promise)
      const isLacking = needed?.state === 'failed' || needed?.state === 'skipped'
      const waits: Found = { finding: 'waits', facts: { check: needed?.facts.check ?? needed?.name ?? '' } }
      lines.get(check.name)?.resolve(lineOf(check, isLacking ? waits : await tried(check, look, limitMs)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return answer(machine(), await Promise.all([...lines.values()].map(({ promise }) => promise)))
}

/** What is known when the settings cannot be read, so that nothing can be opened. */
export function withWrongSettings(problems: readonly string[]): Health {
  const facts = { problems: problems.join('; ') }
  const lines = CHECKS.map((check) =>
    check.name === 'settings'
      ? lineOf(check, { finding: 'wrongSettings', facts })
      : lineOf(check, { finding: 'waits', facts: { check: 'settings' } }),
  )
  return answer(new Date(), lines)
}

const answer = (at: Date, checks: HealthLine[]): Health => ({ at: at.toISOString(), checks })

const lineOf = ({ name }: HealthCheck, { finding, facts = {} }: Found): HealthLine => ({
  ...{ name, finding, facts },
  state: FINDINGS[finding],
})

async function tried(check: HealthCheck, look: Look, limitMs: number): Promise<Found> {
  const { promise: late, resolve } = Promise.withResolvers<Found>()
  const timer = setTimeout(resolve, limitMs, { finding: 'late', facts: { seconds: limitMs / 1000 } })
  try {
    return await Promise.race([check.run(look), late])
  } catch (error) {
    return { finding: 'broke', facts: { error: errorText(failureLine(error) ?? messageOf(error)) } }
  } finally {
    clearTimeout(timer)
  }
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= ask()
    return asked
  }
}

const messageOf = (error: unknown) => (error instanceof Error && error.message) || error
