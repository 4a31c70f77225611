import type { AllHandlers } from '#server/http/endpoint/answer-call.ts'
import { accounts } from './accounts.ts'
import { billing } from './billing.ts'
import { clips } from './clips.ts'
import { type DrawCertificate, downloadsWith } from './downloads.ts'
import { factors } from './factors.ts'
import { sets } from './sets.ts'
import { studioClips } from './studio/clips.ts'
import { demand } from './studio/demand.ts'
import { library } from './studio/library.ts'
import { log, members, studioTesters } from './studio/people.ts'
import { categories, overview, uploads } from './studio/work.ts'
import { testers } from './testers.ts'

/** Who answers each call of the contract. */
export const handlersWith = (drawCertificate: DrawCertificate): AllHandlers => ({
  ...accounts,
  ...billing,
  ...clips,
  ...downloadsWith(drawCertificate),
  ...factors,
  ...sets,
  ...testers,
  ...categories,
  ...demand,
  ...library,
  ...log,
  ...members,
  ...overview,
  ...studioClips,
  ...studioTesters,
  ...uploads,
})
