import type { AllHandlers } from '#server/http/endpoint/answer-call.ts'
import { accounts } from './accounts.ts'
import { billing } from './billing.ts'
import { boards } from './boards.ts'
import { clips } from './clips.ts'
import { type DrawCertificate, downloadsWith } from './downloads.ts'
import { factors } from './factors.ts'
import { keys } from './keys.ts'
import { sets } from './sets.ts'
import { setup } from './setup.ts'
import { studio } from './studio.ts'
import { testers } from './testers.ts'

/** Who answers each call of the contract. */
export const handlersWith = (drawCertificate: DrawCertificate): AllHandlers => ({
  ...accounts,
  ...billing,
  ...boards,
  ...clips,
  ...downloadsWith(drawCertificate),
  ...factors,
  ...keys,
  ...sets,
  ...setup,
  ...studio,
  ...testers,
})
