import { SignedIn } from '../accounts/accounts.ts'
import { admin, anyone } from '../call.ts'
import { OpenSteps, SetupInput, StepPath, TestMail } from './setup.ts'

export const setUpShop = anyone.post('/api/setup', {
  does: 'Gives a new shop its name, languages and first admin, and signs in; opened once by the code in the server’s log.',
  example: {
    ...{ code: 'hn75-xh3v-xpjd-re5h', shop: 'Nagare', shown: 'both', locale: 'en' },
    ...{ name: 'Aoi', email: 'aoi@example.com', password: 'nagareru-mizu' },
  },
  body: SetupInput,
  answer: SignedIn,
  errors: ['setupCodeWrong', 'setupCodeOver', 'setupDone', 'passwordTooCommon'],
  within: 'studioAnswer',
})

export const openSteps = admin.get('/api/studio/setup', {
  does: 'What a new shop was not yet given.',
  answer: OpenSteps,
})

export const dropStep = admin.del('/api/studio/setup/{step}', {
  does: 'Takes a step from the list of what is still to do.',
  example: { step: 'stripe' },
  params: StepPath,
})

export const sendTestMail = admin.post('/api/studio/setup/mail', {
  does: 'Sends a mail to the caller at once, and says what came of it.',
  answer: TestMail,
  within: 'requestTimeout',
})
