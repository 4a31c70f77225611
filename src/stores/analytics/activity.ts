import type { ActivityInput } from '#contract/accounts/accounts.ts'
import { activity } from '#contract/clips/clip-calls.ts'
import { request } from '#contract/request.ts'
import { type ActivityLabel, LONGEST_PATH } from '#domain/people/activity.ts'
import { $auth } from '#stores/auth/auth.ts'
import { capture } from './analytics.ts'

/** Counts a click without delaying it; failures are logged. The path goes without its query, which may hold a key. */
export function countClick(label: ActivityLabel, meta: ActivityInput['meta'] = {}): void {
  const { token, expiry_time = 0 } = $auth.get() ?? {}
  const input = { label, meta: { path: location.pathname.slice(0, LONGEST_PATH), ...meta } }
  const options = { keepalive: true, ...(expiry_time > Date.now() && { token }) }
  capture(label, input.meta)
  request(activity, input, options).catch((error) => console.info('A click was not counted', error))
}
