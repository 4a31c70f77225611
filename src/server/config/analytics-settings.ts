import { z } from 'zod'
import { isThisMachine } from '#domain/address/this-machine.ts'

/** Where browsers send what is counted. */
export interface Analytics {
  /** The project's key, which is no secret. */
  key: string
  /** Origin of PostHog. */
  host: string
}

const host = z.string().transform((value, context) => {
  const url = URL.parse(value)
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))
  if (url && safe && url.pathname === '/' && !url.search && !url.hash && !url.username) return url.origin
  context.addIssue({ code: 'custom', message: 'must be an https address without a path' })
  return z.NEVER
})

/** By the names of the environment; part of the schema in config.ts. */
export const ANALYTICS_SETTINGS = {
  POSTHOG_KEY: z
    .string()
    // Personal keys, phx_…, are secrets, and this one is sent to every visitor.
    .regex(/^phc_[A-Za-z0-9_-]{8,250}$/, 'must be the key of a project, which begins with phc_')
    .optional(),
  POSTHOG_HOST: host.default('https://us.i.posthog.com'),
}

interface AnalyticsSettings {
  POSTHOG_KEY?: string | undefined
  POSTHOG_HOST: string
}

/** Undefined where no key is set, and where the site is on this machine: nobody's own clicks are counted. */
export function analyticsOf(settings: AnalyticsSettings, siteUrl: URL): Analytics | undefined {
  const { POSTHOG_KEY: key, POSTHOG_HOST } = settings
  return key && !isThisMachine(siteUrl.hostname) ? { key, host: POSTHOG_HOST } : undefined
}
