// In a loop until killed: saves a draft of the shop and publishes it, prints a line after each publication.
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { publishDraft, readDraft, saveDraft } from '#server/shop/versions.ts'

const { database, by, from } = JSON.parse(process.argv[2] ?? '{}')
const db = await openDatabase(database)
const { site } = parseConfig(operatorEnvironment({ SITE_URL: 'https://nagare.example' }))
const deps = { db, site, now: () => new Date(), log: console as never }
const admin = { id: by, membership: 'free', role: 'admin' } as const

for (let number = from; ; number++) {
  const settings = {
    ...DEFAULT_SHOP,
    identity: { ...DEFAULT_SHOP.identity, name: `Shop ${number}` },
    // A long document: it takes a moment to write.
    look: { ...DEFAULT_SHOP.look, css: `.shop-${number}{color:red}`.padEnd(19_000) },
    programme: { ...DEFAULT_SHOP.programme, spots: 1 + (number % 1000) },
  }
  const { revision } = await saveDraft(deps, admin, { settings, revision: (await readDraft(deps)).revision })
  await publishDraft(deps, admin, { revision })
  process.stdout.write(`${number}\n`)
}
