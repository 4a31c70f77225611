import type { ZodMiniType } from 'zod/mini'
import * as accounts from './accounts/accounts.ts'
import * as factors from './accounts/factors.ts'
import * as billing from './billing/billing.ts'
import * as clips from './clips/clips.ts'
import * as downloads from './clips/downloads.ts'
import * as oembed from './clips/oembed.ts'
import * as search from './clips/search.ts'
import * as sets from './sets/sets.ts'
import * as contact from './shop/contact.ts'
import * as settings from './shop/shop-settings.ts'
import * as categories from './studio/clips/categories.ts'
import * as clip from './studio/clips/clip.ts'
import * as library from './studio/clips/library.ts'
import * as proposals from './studio/clips/proposals.ts'
import * as sheets from './studio/clips/sheets.ts'
import * as uploads from './studio/clips/uploads.ts'
import * as members from './studio/members/members.ts'
import * as testers from './studio/members/testers.ts'
import * as health from './studio/operation/health.ts'
import * as log from './studio/operation/log.ts'
import * as overview from './studio/operation/overview.ts'
import * as demand from './studio/search/demand.ts'
import * as synonyms from './studio/search/synonyms.ts'
import * as prices from './studio/shop/prices.ts'
import * as shop from './studio/shop/shop.ts'

const modules = [
  ...[accounts, billing, clips, contact, downloads, factors, oembed, search, sets, settings],
  ...[categories, clip, demand, health, library, log, members, overview, prices, proposals, sheets],
  ...[shop, synonyms, testers, uploads],
]

/** Every schema of the contract that has a name, by which documents refer to it. */
export const namedSchemas = modules.flatMap((each) =>
  Object.entries(each).filter(
    (entry): entry is [string, ZodMiniType] => /^[A-Z]/.test(entry[0]) && isSchema(entry[1]),
  ),
)

function isSchema(value: unknown): value is ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value
}
