import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { KNOWN_MEMBERS, KNOWN_TESTER_KEY } from './known-members.ts'
import { aMember } from './members.ts'

/** Makes the members that only an operator can make. */
const db = await openDatabase(parseConfig(operatorEnvironment(process.env)).database)
const deps = { db, now: () => new Date() }
await aMember(deps, { ...KNOWN_MEMBERS.admin, admin: true })
await aMember(deps, { ...KNOWN_MEMBERS.pro, membership: 'pro' })
await aMember(deps, { ...KNOWN_MEMBERS.earlyAdopter, membership: 'early_adopter' })
await aMember(deps, { ...KNOWN_MEMBERS.leaver, membership: 'pro' })
await aMember(deps, { ...KNOWN_MEMBERS.editor, role: 'editor' })
await db
  .insertInto('tester_keys')
  .values({ key: KNOWN_TESTER_KEY, label: 'tests', created: deps.now().toISOString() })
  .execute()
await db.destroy()
