import * as accounts from './account-calls.ts'
import * as billing from './billing-calls.ts'
import type { Call } from './call.ts'
import * as clips from './clip-calls.ts'
import * as downloads from './download-calls.ts'
import * as factors from './factor-calls.ts'
import * as sets from './set-calls.ts'
import * as categories from './studio/categories-calls.ts'
import * as demand from './studio/demand-calls.ts'
import * as editor from './studio/editor-calls.ts'
import * as health from './studio/health-calls.ts'
import * as library from './studio/library-calls.ts'
import * as log from './studio/log-calls.ts'
import * as members from './studio/members-calls.ts'
import * as overview from './studio/overview-calls.ts'
import * as prices from './studio/prices-calls.ts'
import * as proposals from './studio/proposals-calls.ts'
import * as shop from './studio/shop-calls.ts'
import * as synonyms from './studio/synonyms-calls.ts'
import * as studioTesters from './studio/testers-calls.ts'
import * as uploads from './studio/uploads-calls.ts'
import * as testers from './tester-calls.ts'

/** Every call by its name. */
export const calls = {
  ...accounts,
  ...billing,
  ...clips,
  ...downloads,
  ...factors,
  ...sets,
  ...testers,
  ...categories,
  ...demand,
  ...editor,
  ...health,
  ...library,
  ...log,
  ...members,
  ...overview,
  ...prices,
  ...proposals,
  ...shop,
  ...studioTesters,
  ...synonyms,
  ...uploads,
}

export type CallName = keyof typeof calls

export const allCalls = Object.entries(calls) as [CallName, Call][]
