import * as z from 'zod/mini'

/** Everything that is checked, in the order in which it is shown. */
export const HEALTH_CHECKS = [
  ...([
    'settings',
    'address',
    'proxy',
    'database',
    'migrations',
    'search',
    'shop',
    'storage',
    'films',
  ] as const),
  ...(['mail', 'stripe', 'prices', 'webhooks', 'clock', 'tools', 'sandbox', 'space'] as const),
  ...(['jobs', 'failedJobs', 'backup', 'proof'] as const),
] as const
export type HealthCheckName = (typeof HEALTH_CHECKS)[number]

/** What a check may find, and how bad that is. `failed`: something does not work now, or data is at risk. */
export const FINDINGS = {
  ok: 'ok',
  broke: 'failed',
  late: 'failed',
  waits: 'skipped',
  wrongSettings: 'failed',
  ownNetwork: 'skipped',
  redirects: 'failed',
  anotherSite: 'failed',
  certificateEnds: 'warning',
  withoutTls: 'warning',
  notForwarded: 'failed',
  forgeable: 'failed',
  proxyNotTrusted: 'warning',
  oldDatabase: 'warning',
  pending: 'failed',
  staleIndex: 'warning',
  shopUnreadable: 'warning',
  otherBytes: 'failed',
  noRanges: 'failed',
  notDeleted: 'failed',
  sentByServer: 'skipped',
  noCors: 'failed',
  mailsAreFiles: 'warning',
  paymentsOff: 'skipped',
  keyRefused: 'failed',
  testMode: 'warning',
  pricesLack: 'failed',
  unhandled: 'failed',
  eventsLost: 'failed',
  noEvents: 'warning',
  noSecret: 'failed',
  webhookLacks: 'warning',
  clockOff: 'failed',
  oldTool: 'warning',
  noSandbox: 'warning',
  full: 'failed',
  nearlyFull: 'warning',
  nobodyWorks: 'failed',
  noServer: 'warning',
  failing: 'warning',
  noBackup: 'warning',
  oldBackup: 'warning',
  damaged: 'failed',
  unproven: 'failed',
  failed: 'failed',
  neverProven: 'warning',
} as const satisfies Record<string, 'ok' | 'warning' | 'failed' | 'skipped'>
export type Finding = keyof typeof FINDINGS
export type HealthState = (typeof FINDINGS)[Finding]

/** Values for the finding's text, never a secret. `…At` are instants, `…Bytes` sizes. */
const Facts = z.record(z.string(), z.union([z.string(), z.number()]))
export type Facts = z.infer<typeof Facts>

const HealthLine = z.object({
  name: z.enum(HEALTH_CHECKS),
  state: z.enum(['ok', 'warning', 'failed', 'skipped']),
  finding: z.enum(Object.keys(FINDINGS) as [Finding, ...Finding[]]),
  facts: Facts,
})
export type HealthLine = z.infer<typeof HealthLine>

export const Health = z.object({ at: z.iso.datetime(), checks: z.array(HealthLine) })
export type Health = z.infer<typeof Health>
