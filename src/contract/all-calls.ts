import type { Call } from './call.ts'
import { CALL_ROOMS } from './call-rooms.ts'

/** Every call by its name. */
export const calls = {
  ...CALL_ROOMS.clips.calls,
  ...CALL_ROOMS.downloads.calls,
  ...CALL_ROOMS.accounts.calls,
  ...CALL_ROOMS.factors.calls,
  ...CALL_ROOMS.keys.calls,
  ...CALL_ROOMS.testers.calls,
  ...CALL_ROOMS.billing.calls,
  ...CALL_ROOMS.sets.calls,
  ...CALL_ROOMS.boards.calls,
  ...CALL_ROOMS.setup.calls,
  ...CALL_ROOMS.overview.calls,
  ...CALL_ROOMS.library.calls,
  ...CALL_ROOMS.editor.calls,
  ...CALL_ROOMS.uploads.calls,
  ...CALL_ROOMS.proposals.calls,
  ...CALL_ROOMS.categories.calls,
  ...CALL_ROOMS.demand.calls,
  ...CALL_ROOMS.synonyms.calls,
  ...CALL_ROOMS.members.calls,
  ...CALL_ROOMS['tester-keys'].calls,
  ...CALL_ROOMS.prices.calls,
  ...CALL_ROOMS.shop.calls,
  ...CALL_ROOMS.hooks.calls,
  ...CALL_ROOMS.log.calls,
  ...CALL_ROOMS.health.calls,
}

export type CallName = keyof typeof calls

export const allCalls = Object.entries(calls) as [CallName, Call][]
