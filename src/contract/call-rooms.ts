import * as accounts from './accounts/account-calls.ts'
import * as factors from './accounts/factor-calls.ts'
import * as keys from './accounts/key-calls.ts'
import * as testers from './accounts/tester-calls.ts'
import * as billing from './billing/billing-calls.ts'
import * as clips from './clips/clip-calls.ts'
import * as downloads from './clips/download-calls.ts'
import * as boards from './sets/board-calls.ts'
import * as sets from './sets/set-calls.ts'
import * as setup from './shop/setup-calls.ts'
import * as categories from './studio/clips/categories-calls.ts'
import * as editor from './studio/clips/editor-calls.ts'
import * as library from './studio/clips/library-calls.ts'
import * as proposals from './studio/clips/proposals-calls.ts'
import * as uploads from './studio/clips/uploads-calls.ts'
import * as members from './studio/members/members-calls.ts'
import * as studioTesters from './studio/members/testers-calls.ts'
import * as health from './studio/operation/health-calls.ts'
import * as log from './studio/operation/log-calls.ts'
import * as overview from './studio/operation/overview-calls.ts'
import * as demand from './studio/search/demand-calls.ts'
import * as synonyms from './studio/search/synonyms-calls.ts'
import * as hooks from './studio/shop/hooks-calls.ts'
import * as prices from './studio/shop/prices-calls.ts'
import * as shop from './studio/shop/shop-calls.ts'

/** What the calls of a room have in common; an empty line ends a paragraph. */
const ABOUT = {
  clips: `\`q\` is English or Japanese, at most 200 characters, of which 16 words count (8 in quotes, 4 excluded): \`"quotes"\` literally, \`-word\` excludes, \`a | b\` needs one. Clips with all of it come first, \`exact_total\` of them. If they are fewer than ten, close ones follow in groups: \`close\` has the place in the list where each begins and the words that its clips lack. Two words have close clips only if no clip has both.

A page also has a player that other sites may frame, \`/embed/{id}?loop=&muted=\`, and feeds, \`/feed.atom\` and \`/t/{category}/feed.atom\`. Pictures and films below \`/media/poster\`, \`/media/preview\`, \`/media/watermarked\` and \`/media/sheet\` are public, immutable and take byte ranges.

Limits for each address: 80 uncached searches and 200 suggestions in ten seconds.`,
  downloads: `Full films need a paid membership. A link lives 300 seconds; a transfer goes on afterwards while the member has the right, unless a bucket sends it. Each download is a licence; the same clip while its link lives gives the same one. \`/verify/{id}\` is the licence’s public page.`,
  accounts: `An access token lives \`expires_in\` seconds. A refresh token works once: used again within ten seconds it gives the same successor, later it ends the session. A session ends after 14 days without a refresh and after 60 in any case.

Passwords have 8 to 256 characters and must not be common. Mailed links carry their token in the fragment; it works once. Signing in sets a cookie \`device_{user id}\`, by which failures elsewhere do not block a known device; clients without cookies lose nothing else.

Limits: 10 failed sign-ins per account and address in 15 minutes, 1,000 per account in a day; 10 wrong passwords of a signed-in person in 15 minutes; 20 sign-ins per address in a minute; 30 registrations per address in an hour (200 with a \`testerKey\`); 3 verification mails per account and 5 exports in an hour; 10 password mails asked per address in an hour.`,
  factors: `An account with a factor gets no tokens for its password, but a \`challenge\`. \`passkey\` are options of WebAuthn, and what a browser answers to them. Sensitive calls answer \`PROOF_REQUIRED\`, or \`FULL_PROOF_REQUIRED\` for changes of factors; the studio answers \`FACTOR_REQUIRED\` to a session without the account’s factor and \`FACTOR_MISSING\` to an account without one. Ten wrong codes per account and address in an hour.`,
  keys: `A program sends \`Authorization: Bearer ngr_…\`. It may do what the key’s owner may now, as far as the key’s scopes go: \`read\`, \`download\`, for editors and the admin also \`manage\`. No key reaches accounts, payments or keys. Each call says which scope it takes; without it the answer is \`SCOPE_MISSING\`.

A key has 600 calls a minute; \`RateLimit-Policy\` and \`RateLimit\` say how many are left (draft-ietf-httpapi-ratelimit-headers-11). A key in an address is refused and revoked, since logs keep addresses. Other sites’ scripts may read what everybody may, without a key.`,
  billing: `Amounts are in the currency’s smallest unit. Plans are \`pro_monthly\` and \`pro_yearly\`. While a card fails, \`past_due\` is true for seven days.`,
  sets: `\`{id}\` is the name in lower case with dashes, of 1 to 80 letters; \`unguessable\` adds eight random ones. A set holds 1 to 200 clips, a description 500 characters. After 30 unknown names an address gets 429 for the rest of ten minutes; 60 new sets and 120 changes in an hour. In a change \`added_ids\` follow at the end, and \`added\` says how many are new. With \`disposition=inline\` a link plays, and gives no licence.`,
  boards: `Everybody keeps private ones: at most 200, of 500 clips each, with a note of 500 characters for each clip. \`link\` is the secret of an address that shows one to others, \`/collections#link=…\`, until it is ended. 1,200 changes per account in an hour.`,
  setup: 'Until a shop has an admin, all other calls answer 503 `SETTING_UP`.',
  library: 'Changes of many clips and imports run as jobs, and can be undone.',
  editor: 'A change names the `version` that was seen; an outdated one gets 409 `VERSION_CONFLICT`.',
  uploads: `Files are sent by [tus 1.0.0](https://tus.io/protocols/resumable-upload) at \`/api/studio/uploads\`, with \`Upload-Metadata\` \`filename\` and optionally \`folder\`, \`batch\`, \`sha256\`, \`replaces\` (a clip’s id). A minute without a byte also closes a batch whose files are whole. Send a batch’s sheets before it is closed: a film that is rendered does not read a later one; import it instead.

409 \`UPLOAD_MOVED\`: ask for the offset and go on from there. 423 \`UPLOAD_LOCKED\`: ask again. 422 \`UPLOAD_DAMAGED\`: the file arrived damaged three times.`,
  hooks:
    'Events are signed as [Standard Webhooks](https://www.standardwebhooks.com) says; the guide describes them.',
}

const room = <Calls extends object>(title: string, calls: Calls, about = '') => ({ title, about, calls })

/** The calls in the order of the reference, by what they are about. The key is part of an address. */
export const CALL_ROOMS = {
  clips: room('Clips and search', clips, ABOUT.clips),
  downloads: room('Downloads and licences', downloads, ABOUT.downloads),
  accounts: room('Accounts', accounts, ABOUT.accounts),
  factors: room('Second factors', factors, ABOUT.factors),
  keys: room('Keys for programs', keys, ABOUT.keys),
  testers: room('Early testers', testers),
  billing: room('Payments', billing, ABOUT.billing),
  sets: room('Promotions and curated sets', sets, ABOUT.sets),
  boards: room('Collections of one’s own', boards, ABOUT.boards),
  setup: room('First start', setup, ABOUT.setup),
  overview: room('Studio: overview', overview),
  library: room('Studio: library', library, ABOUT.library),
  editor: room('Studio: one clip', editor, ABOUT.editor),
  uploads: room('Studio: uploads', uploads, ABOUT.uploads),
  proposals: room('Studio: proposals', proposals),
  categories: room('Studio: categories', categories),
  demand: room('Studio: demand', demand),
  synonyms: room('Studio: rules of search', synonyms),
  members: room('Studio: members', members),
  'tester-keys': room('Studio: testers’ keys', studioTesters),
  prices: room('Studio: prices', prices),
  shop: room('Studio: the shop', shop),
  hooks: room('Studio: webhooks', hooks, ABOUT.hooks),
  log: room('Studio: log', log),
  health: room('Studio: health', health),
}

export type CallRoomName = keyof typeof CALL_ROOMS
