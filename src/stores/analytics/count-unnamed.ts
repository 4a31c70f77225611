import { activity } from '#contract/account-endpoints.ts'
import type { ActivityInput } from '#contract/accounts.ts'
import { request } from '#contract/request.ts'
import type { ActivityLabel } from '#domain/people/activity.ts'

/** Tells the server what is counted without whose it is: no token, and nothing of visitors who ask not to be tracked. */
export function countUnnamed(label: ActivityLabel, meta: ActivityInput['meta']): void {
  if (asksNotToBeTracked()) return
  request(activity, { label, meta }, { keepalive: true }).catch((error) => console.info('Not counted', error))
}

/** As mayTrack says of analytics, whose code every page would load a request later if it were shared. */
export function asksNotToBeTracked(): boolean {
  const { doNotTrack, globalPrivacyControl }: Navigator & { globalPrivacyControl?: boolean } = navigator
  return doNotTrack === '1' || globalPrivacyControl === true
}
