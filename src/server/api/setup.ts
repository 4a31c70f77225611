import type * as calls from '#contract/shop/setup-calls.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { answerSignedIn } from '#server/http/endpoint/device-cookies.ts'

/** Loaded when they are asked for: a shop is set up once. */
const steps = () => import('#server/setup/setup-steps.ts')

export const setup: Handlers<typeof calls> = {
  async setUpShop({ deps, visitor: { userAgent }, context }, input) {
    const { setUpShop } = await import('#server/setup/set-up-shop.ts')
    return answerSignedIn(context, await setUpShop(deps, input, userAgent))
  },
  openSteps: async ({ deps }) => (await steps()).openSteps(deps),
  dropStep: async ({ deps }, { step }) => (await steps()).dropStep(deps, step),
  sendTestMail: async ({ deps, member }) =>
    (await import('#server/setup/test-mail.ts')).sendTestMail(deps, member.id),
}
