import type { ZodMiniType } from 'zod/mini'
import * as accounts from './accounts.ts'
import * as billing from './billing.ts'
import * as clips from './clips.ts'
import * as contact from './contact.ts'
import * as downloads from './downloads.ts'
import * as factors from './factors.ts'
import * as oembed from './oembed.ts'
import * as search from './search.ts'
import * as sets from './sets.ts'
import * as settings from './shop/shop-settings.ts'
import * as categories from './studio/categories.ts'
import * as clip from './studio/clip.ts'
import * as demand from './studio/demand.ts'
import * as health from './studio/health.ts'
import * as library from './studio/library.ts'
import * as log from './studio/log.ts'
import * as members from './studio/members.ts'
import * as overview from './studio/overview.ts'
import * as prices from './studio/prices.ts'
import * as proposals from './studio/proposals.ts'
import * as sheets from './studio/sheets.ts'
import * as shop from './studio/shop.ts'
import * as synonyms from './studio/synonyms.ts'
import * as testers from './studio/testers.ts'
import * as uploads from './studio/uploads.ts'

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
