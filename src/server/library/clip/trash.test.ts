import { expect, test } from 'vitest'
import { findSource } from '#server/clips/get-source.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { newClip, SEA } from '../../../../tests/support/database/new-clip.ts'
import { foundExactly } from '../../../../tests/support/found-exactly.ts'
import { accountsOn } from '../../../../tests/support/shop/account-deps.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { bulkJob } from '../bulk/bulk-job.ts'
import { bulkOperation, startBulk, undoBulk } from '../bulk/operations.ts'
import { countLibrary } from '../list/count-library.ts'
import { listLibrary } from '../list/list-library.ts'
import { publishClip } from '../publish-clip.ts'
import { emptyTrashJob } from './empty-trash.ts'
import { moveToTrash, publishNow } from './show-clip.ts'
import { studioClip } from './studio-clip.ts'

const DAY = 86_400_000
const signal = new AbortController().signal

describeEachDatabase('the trash', (open) => {
  async function library() {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const editor = {
      ...(await aMember(deps, { role: 'editor' })),
      membership: 'free',
      role: 'editor',
    } as const
    const heron = (await publishClip(deps, newClip('a', { title: 'Grey heron' }), SEA))!
    const egret = (await publishClip(deps, newClip('b', { title: 'White egret' }), SEA))!
    return {
      ...{ ...accounts, editor, heron, egret, db: deps.db },
      async move(kind: 'trash' | 'restore', id: number) {
        const { version } = await studioClip(deps, id)
        return moveToTrash(deps, editor, { id, version, kind })
      },
      async listed(state?: 'trashed' | 'hidden') {
        return (await listLibrary(deps, { ...(state && { state }) })).rows.map(({ id }) => id)
      },
      async found() {
        return [await foundExactly(deps, 'heron'), (await findSource(deps, heron)) !== undefined]
      },
      empty: () => emptyTrashJob.run(deps, { state: undefined, signal }),
      async bulk(kind: 'trash' | 'restore' | 'publish', ids: number[]) {
        const { id } = await startBulk(deps, editor, { ids, change: { kind } })
        await bulkJob({ engine: 'sqlite', file: '' }).run(deps, {}, { signal } as never)
        return bulkOperation(deps, id)
      },
    }
  }

  test('takes a clip from visitors and from the lists at once, and gives it back as it was', async () => {
    const it = await library()
    await it.db
      .insertInto('likes')
      .values({ user_id: it.editor.id, source_id: it.heron, created: it.deps.now().toISOString() })
      .execute()
    const trashed = await it.move('trash', it.heron)
    expect(trashed).toMatchObject({ state: 'hidden', trashed_at: it.deps.now().toISOString() })
    expect(await it.found()).toEqual([[], false])
    expect([await it.listed(), await it.listed('hidden'), await it.listed('trashed')]).toEqual([
      ...[[it.egret], [], [it.heron]],
    ])
    expect(await countLibrary(it.deps, {})).toMatchObject({
      published: { count: 1 },
      hidden: { count: 0 },
      trashed: { count: 1 },
    })
    expect(await countLibrary(it.deps, { q: 'heron' })).toMatchObject({
      hidden: { count: 0 },
      trashed: { count: 1 },
    })
    const publishing = publishNow(it.deps, it.editor, { id: it.heron, version: trashed.version })
    await expect(publishing).rejects.toMatchObject({ code: 'clipInTrash' })
    expect(await it.move('restore', it.heron)).toMatchObject({
      state: 'published',
      trashed_at: null,
      likes: 1,
    })
    expect(await it.found()).toEqual([[it.heron], true])
    expect(await it.listed()).toEqual(expect.arrayContaining([it.heron, it.egret]))
    const acts = await it.db
      .selectFrom('audit_records')
      .select('action')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(acts.map(({ action }) => action)).toEqual(['clip.restore', 'clip.trash'])
  })

  test('is emptied of clips after thirty days, by a job', async () => {
    const it = await library()
    await it.move('trash', it.heron)
    it.pass(29 * DAY)
    await it.move('trash', it.egret)
    await it.empty()
    expect(await it.listed('trashed')).toHaveLength(2)
    it.pass(DAY)
    await it.empty()
    expect(await it.listed('trashed')).toEqual([it.egret])
    const last = it.db.selectFrom('audit_records').select(['actor', 'action']).orderBy('id', 'desc')
    expect(await last.executeTakeFirst()).toEqual({ actor: 'schedule', action: 'clip.delete' })
  })

  test('takes many clips, gives them back, and its change is undone like any other', async () => {
    const it = await library()
    const both = [it.heron, it.egret]
    const trashed = await it.bulk('trash', both)
    expect(trashed).toMatchObject({ kind: 'trash', changed: 2, undoable: true })
    expect(await it.bulk('publish', both)).toMatchObject({ changed: 0, refused: { inTrash: 2 } })
    expect(await it.bulk('restore', [it.egret])).toMatchObject({ changed: 1 })
    const { id } = await undoBulk(it.deps, it.editor, trashed.id)
    await bulkJob({ engine: 'sqlite', file: '' }).run(it.deps, {}, { signal } as never)
    expect(await bulkOperation(it.deps, id)).toMatchObject({ changed: 1, refused: { changedSince: 1 } })
    expect(await it.found()).toEqual([[it.heron], true])
  })
})
