// In a loop until killed: makes a promotion of the given clips, removes its first clip, prints a line after each.
import { openDatabase } from '#server/db/connect.ts'
import { removeFromSet } from '#server/sets/change-set.ts'
import { createPromotion } from '#server/sets/create-set.ts'

const { database, by, ids, from } = JSON.parse(process.argv[2] ?? '{}')
const db = await openDatabase(database)
const site = { url: new URL('https://nagare.example') }
const deps = { db, site, now: () => new Date() }
const maker = { id: by, membership: 'free' } as const

for (let number = from; ; number++) {
  const promo_name = `Set ${number}`
  await createPromotion(deps, maker, { promo_name, source_ids: ids, expires_in_days: 7 })
  process.stdout.write(`made ${number}\n`)
  await removeFromSet(deps, 'promotion', { set: promo_name, source: ids[0], by: maker })
  process.stdout.write(`removed ${number}\n`)
}
