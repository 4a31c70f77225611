import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { HOUR_MS } from '#domain/dates/spans.ts'
import type { Deps } from '#server/deps.ts'

/** Where browsers report violations of the content security policy. */
export const CSP_REPORTS = '/api/csp-report'

const text = z._default(z.string(), '')
/** What `report-uri` sends. */
const OldReport = z.object({
  'csp-report': z.object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text }),
})
/** What `report-to` sends, several at once. */
const NewReports = z.array(
  z.object({ type: z.string(), body: z.object({ effectiveDirective: text, blockedURL: text }) }),
)
export const CspReports = z.union([OldReport, NewReports])

function violationsIn(reports: z.infer<typeof CspReports>): { directive: string; blocked: string }[] {
  if (Array.isArray(reports))
    return reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL }))
  const { 'csp-report': report } = reports
  const directive = report['effective-directive'] || report['violated-directive']
  return [{ directive, blocked: report['blocked-uri'] }]
}

/** Logged within the hour. When it is full, nothing new is logged, so that forged reports cannot fill the disk. */
const logged = new LRUCache<string, true>({ max: 100, ttl: HOUR_MS })

/** Logs each directive and origin once an hour: never an address, which may hold a token. Anybody can send anything. */
export function logViolations({ log }: Pick<Deps, 'log'>, reports: z.infer<typeof CspReports>): void {
  for (const { directive, blocked } of violationsIn(reports).slice(0, 10)) {
    const line = { directive: named(directive.split(' ', 1)[0] ?? ''), blocked: originOf(blocked) }
    const key = JSON.stringify(line)
    if (logged.has(key) || isFull()) continue
    logged.set(key, true)
    log.warn(line, 'content security policy violated')
  }
}

function isFull(): boolean {
  logged.purgeStale()
  return logged.size >= logged.max
}

/** An origin, or a keyword such as `inline`, `eval`, `data`. */
function originOf(blocked: string): string {
  const url = URL.parse(blocked)
  if (!url) return named(blocked)
  return url.origin === 'null' ? named(url.protocol.replace(':', '')) : url.origin.slice(0, 200)
}

const named = (word: string) => (/^[a-z-]{1,40}$/.test(word) ? word : 'other')
