import { isOwnNetwork } from '#domain/address/this-machine.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { found, type HealthCheck } from './check.ts'
import { FORGED } from './probe.ts'

const CERTIFICATE_DAYS = 14
/** Codes of authenticator apps change every half a minute. */
const MOST_OFF_MS = 30_000

export const siteChecks: HealthCheck[] = [
  // Whoever can be asked has read them.
  { name: 'settings', run: async () => found('ok') },
  {
    name: 'address',
    async run({ deps: { site }, probe, machine }) {
      const { hostname, protocol, origin } = site.url
      if (isOwnNetwork(hostname)) return found('ownNetwork', { address: origin })
      const { status, seen, ends } = await probe()
      if (status >= 300 && status < 400) return found('redirects', { address: origin, status })
      if (!seen) return found('anotherSite', { address: origin, status })
      if (protocol === 'http:') return found('withoutTls', { address: origin })
      const facts = { address: origin, endsAt: ends?.toISOString() ?? '' }
      const isEnding = ends && ends.getTime() - machine().getTime() < CERTIFICATE_DAYS * DAY_MS
      return found(isEnding ? 'certificateEnds' : 'ok', facts)
    },
  },
  {
    name: 'proxy',
    needs: 'address',
    async run({ probe }) {
      const { address = '', forwarded = null, trusts } = (await probe()).seen ?? {}
      if (trusts && forwarded === null) return found('notForwarded')
      if (trusts && address === FORGED) return found('forgeable')
      return found(!trusts && forwarded !== FORGED ? 'proxyNotTrusted' : 'ok', { address })
    },
  },
  {
    name: 'clock',
    async run({ deps, machine, probe, prices }) {
      // On PostgreSQL the clock of deps is the database's.
      const ahead = { database: deps.now().getTime() - machine().getTime() }
      const dates = {
        Stripe: deps.payments.mode !== 'off' && prices().then(({ date }) => date),
        SITE_URL: !isOwnNetwork(deps.site.url.hostname) && probe().then(({ date }) => date),
      }
      const others = Object.entries(dates).map(async ([name, asked]) => {
        // Whether they answer is another check's matter.
        const at = Date.parse((await Promise.resolve(asked).catch(() => '')) || '')
        return [name, Number.isNaN(at) ? 0 : at - machine().getTime()] as const
      })
      const all = [...Object.entries(ahead), ...(await Promise.all(others))]
      const [against, ms] = all.toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))[0]!
      const isOff = Math.abs(ms) > MOST_OFF_MS
      return isOff ? found('clockOff', { against, seconds: Math.round(Math.abs(ms) / 1000) }) : found('ok')
    },
  },
]
