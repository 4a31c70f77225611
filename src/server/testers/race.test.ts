import { once } from 'node:events'
import { expect, test } from 'vitest'
import { spawnModule } from '../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { IN_LONG_TEST, runs } from '../../../tests/support/runs.ts'
import { makeTesterKeys } from './tester-keys.ts'

const CHILD = new URL('../../../tests/support/children/claiming-child.ts', import.meta.url)
const PEOPLE = 200
const ROUNDS = runs(50, 8)

describeEachDatabase('a race for the spots of the early testers', (_open, databases) => {
  // SQLite lets one process write at a time.
  test.runIf(IN_LONG_TEST || databases.engine === 'postgres')(
    `of ${PEOPLE} people in two processes exactly 20 get one, in each round`,
    {
      timeout: 240_000,
    },
    async () => {
      const database = await databases.create()
      const db = await databases.connect(database)
      const [key] = await makeTesterKeys({ db, now: () => new Date() }, { count: 1, label: 'race' })
      const people = await db.transaction().execute(async (trx) => {
        const ids: number[] = []
        for (let n = 0; n < PEOPLE; n++) ids.push(await aUser(trx))
        return ids
      })
      const halves = [people.slice(0, PEOPLE / 2), people.slice(PEOPLE / 2)]
      const children = halves.map((half) =>
        spawnModule(CHILD, [JSON.stringify({ database, key, people: half })]),
      )
      const says = async () =>
        Promise.all(children.map(async ({ lines }) => (await lines.next()).value as string))
      expect(await says()).toEqual(['ready', 'ready'])

      const winners = new Set<string>()
      for (let round = 0; round < ROUNDS; round++) {
        for (const child of children) child.process.stdin.write('go\n')
        const outcomes = (await says()).map((line): { OK?: number; soldOut?: number } => JSON.parse(line))
        const [one, other] = outcomes
        expect((one?.OK ?? 0) + (other?.OK ?? 0), JSON.stringify(outcomes)).toBe(20)
        expect((one?.soldOut ?? 0) + (other?.soldOut ?? 0), JSON.stringify(outcomes)).toBe(180)
        const { taken } = await db.selectFrom('tester_spots').select('taken').executeTakeFirstOrThrow()
        const testers = await db.selectFrom('testers').select('user_id').execute()
        expect([taken, testers.length]).toEqual([20, 20])
        winners.add(
          testers
            .map(({ user_id }) => user_id)
            .toSorted()
            .join(),
        )
        await db.deleteFrom('testers').execute()
        await db.updateTable('tester_spots').set({ taken: 0 }).execute()
      }
      // Otherwise the processes would not have raced at all.
      expect(winners.size).toBeGreaterThan(1)
      for (const { process: child } of children) {
        const ended = once(child, 'exit')
        child.stdin.end()
        expect(await ended).toEqual([0, null])
      }
    },
  )
})
