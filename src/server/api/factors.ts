import type * as calls from '#contract/accounts/factor-calls.ts'
import { beginApp, confirmApp, removeApp } from '#server/accounts/factors/authenticator-app.ts'
import { renewRecoveryCodes } from '#server/accounts/factors/change-factors.ts'
import { addPasskey, askNewPasskey, removePasskey, renamePasskey } from '#server/accounts/factors/passkeys.ts'
import { askOwnPasskey, prove } from '#server/accounts/factors/prove.ts'
import { listFactors, stepsOf } from '#server/accounts/factors/session-proof.ts'
import { askAnyPasskey, finishSignIn, signInByPasskey } from '#server/accounts/factors/sign-in-with-factor.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { answerSignedIn } from '#server/http/endpoint/device-cookies.ts'

export const factors: Handlers<typeof calls> = {
  finishSignIn: async ({ deps, visitor, context }, { challenge, ...shown }) =>
    answerSignedIn(context, await finishSignIn(deps, { challenge, shown }, visitor)),
  anyPasskeyOptions: async ({ deps, visitor }) => ({ ...(await askAnyPasskey(deps, visitor)) }),
  signInByPasskey: async ({ deps, visitor, context }, input) =>
    answerSignedIn(context, await signInByPasskey(deps, input, visitor)),
  proofSteps: ({ deps, member }, { for: wanted }) => stepsOf(deps, member.sessionId, wanted),
  prove: ({ deps, member }, input) => prove(deps, member, input),
  ownPasskeyOptions: async ({ deps, member }) => ({ ...(await askOwnPasskey(deps, member)) }),
  factorList: ({ deps, member }) => listFactors(deps, member.id),
  newPasskeyOptions: async ({ deps, member }) => ({ ...(await askNewPasskey(deps, member)) }),
  addPasskey: ({ deps, member }, input) => addPasskey(deps, member, input),
  renamePasskey: ({ deps, member }, input) => renamePasskey(deps, member.id, input),
  removePasskey: ({ deps, member }, { id }) => removePasskey(deps, member, id),
  beginApp: ({ deps, member }) => beginApp(deps, member),
  confirmApp: ({ deps, member }, { code }) => confirmApp(deps, member, code),
  removeApp: ({ deps, member }) => removeApp(deps, member),
  renewRecoveryCodes: ({ deps, member }) => renewRecoveryCodes(deps, member.id),
}
