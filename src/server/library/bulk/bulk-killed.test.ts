import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { readRanks } from '#server/search/query/read-ranks.ts'
import { anyClipWith } from '#server/search/query/search-plan.ts'
import { EVERY_CLIP } from '#server/search/text/filter-tokens.ts'
import { fillCatalogue } from '../../../../tests/support/catalogue/fill-catalogue.ts'
import { spawnModule } from '../../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { bulkJob } from './bulk-job.ts'
import { bulkOperation, startBulk } from './operations.ts'

const CHILD = new URL('../../../../tests/support/children/bulk-child.ts', import.meta.url)
const CLIPS = 1_500
const KILLS = runs(8, 2)

describeEachDatabase('a change of many clips that is killed', (_open, databases) => {
  test('continues, and changes each clip once', async () => {
    const database = await databases.create()
    const db = await databases.connect(database)
    await fillCatalogue(db, CLIPS, () => {})
    await rebuildIndex({ db })
    const deps = { db, now: () => new Date(), events: new EventEmitter() } as never
    const ids = Array.from({ length: CLIPS }, (_, n) => n + 1)
    const change = { kind: 'keywords', how: 'add', language: 'en', keywords: ['axolotl'] } as const
    const editor = { id: await aUser(db, { role: 'editor' }), membership: 'free' } as const
    const { id } = await startBulk(deps, editor, { ids, change: { ...change, keywords: ['axolotl'] } })
    let before = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const { process: child, lines } = spawnModule(CHILD, [JSON.stringify(database), String(id)])
      await lines.next()
      await sleep(150 + 100 * kill)
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      const { position } = await bulkOperation(deps, id)
      expect(position).toBeGreaterThanOrEqual(before)
      before = position
    }
    expect(before).toBeLessThan(CLIPS)
    await bulkJob(database).run(deps, {}, { id: 1, attempts: 1, signal: new AbortController().signal })
    expect(await bulkOperation(deps, id)).toMatchObject({ position: CLIPS, changed: CLIPS, unchanged: 0 })
    const rows = await db.selectFrom('library').select(['keywords', 'version']).execute()
    expect(rows.filter(({ keywords }) => keywords.split('axolotl').length === 2)).toHaveLength(CLIPS)
    expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([2]))
    const counted = db.selectFrom('search_words').select('clips').where('word', '=', 'axolotl')
    expect(await counted.executeTakeFirst()).toEqual({ clips: CLIPS })
    expect(await readRanks(db, anyClipWith(EVERY_CLIP), 2 * CLIPS)).toHaveLength(CLIPS)
  }, 120_000)
})
