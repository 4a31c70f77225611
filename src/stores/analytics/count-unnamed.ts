import type { ActivityInput } from '#contract/accounts/accounts.ts'
import { activity } from '#contract/clips/clip-calls.ts'
import { request } from '#contract/request.ts'
import type { ActivityLabel } from '#domain/people/activity.ts'

/** Reports anonymous counts to the server: no token, and nothing from visitors who ask not to be tracked. */
export function countUnnamed(label: ActivityLabel, meta: ActivityInput['meta']): void {
  if (asksNotToBeTracked()) return
  request(activity, { label, meta }, { keepalive: true }).catch((error) => console.info('Not counted', error))
}

/** The same rule as mayTrack; sharing its code would load it on every page with an extra request. */
export function asksNotToBeTracked(): boolean {
  const { doNotTrack, globalPrivacyControl }: Navigator & { globalPrivacyControl?: boolean } = navigator
  return doNotTrack === '1' || globalPrivacyControl === true
}
