import { z } from 'zod'
import { isThisMachine } from '#domain/address/this-machine.ts'

/** Where browsers send analytics events. */
export interface Analytics {
  /** The project's public key. */
  key: string
  /** PostHog's origin. */
  host: string
}

const host = z.string().transform((value, context) => {
  const url = URL.parse(value)
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))
  if (url && safe && url.pathname === '/' && !url.search && !url.hash && !url.username) return url.origin
  context.addIssue({ code: 'custom', message: 'must be an https address without a path' })
  return z.NEVER
})

/** Part of the schema in config.ts. */
export const ANALYTICS_SETTINGS = {
  POSTHOG_KEY: z
    .string()
    // This key is sent to every visitor; personal keys, phx_…, are secret.
    .regex(/^phc_[A-Za-z0-9_-]{8,250}$/, 'must be the key of a project, which begins with phc_')
    .optional(),
  POSTHOG_HOST: host.default('https://us.i.posthog.com'),
}

type AnalyticsSettings = z.infer<z.ZodObject<typeof ANALYTICS_SETTINGS>>

/** Undefined without a key, and on localhost, so that developers' clicks are not counted. */
export function analyticsOf(settings: AnalyticsSettings, siteUrl: URL): Analytics | undefined {
  const { POSTHOG_KEY: key, POSTHOG_HOST } = settings
  return key && !isThisMachine(siteUrl.hostname) ? { key, host: POSTHOG_HOST } : undefined
}
