import type * as calls from '#contract/accounts/key-calls.ts'
import { listKeys, makeKey, revokeKey } from '#server/accounts/keys/api-keys.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'

export const keys: Handlers<typeof calls> = {
  keyList: ({ deps, member }) => listKeys(deps, member),
  makeKey: ({ deps, member }, input) => makeKey(deps, member, input),
  revokeKey: ({ deps, member }, { id }) => revokeKey(deps, member, id),
}
