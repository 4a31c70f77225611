import { expect, test, vi } from 'vitest'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { FILM, never, uploadRoom } from '../../../tests/support/studio/upload-room.ts'
import { cleanUploads, sweepUploads } from './clean-uploads.ts'
import { INGEST, queueIngest } from './queue-ingest.ts'

const [SECOND, MINUTE, HOUR, DAY] = [1, 60, 3_600, 86_400]

describePlainSql('cleaning uploads', (open) => {
  const aRoom = async () => {
    const room = await uploadRoom(await open())
    return {
      ...room,
      clean: (signal = never) => cleanUploads.run(room.deps as never, { state: undefined, signal }),
      /** As if it had been sent, or had ended, so long ago. */
      async anOld(seconds: number, values: object = {}, sent = FILM.subarray(0, 3)): Promise<string> {
        const id = await room.anUpload()
        if (sent.length > 0) await room.send(id, sent)
        if ('state' in values) await room.set(id, values)
        await room.age(id, seconds, 'state' in values ? ['updated', 'finished'] : ['updated'])
        return id
      },
    }
  }
  const bytesOf = async ({ deps }: Awaited<ReturnType<typeof aRoom>>, ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => ((await deps.uploads.files.received(id)) ?? 0) > 0))

  test('unfinished ones are dropped after seven days, empty ones after one', async () => {
    const room = await aRoom()
    const none = Buffer.alloc(0)
    const ids = [
      await room.anOld(7 * DAY + SECOND),
      await room.anOld(7 * DAY - HOUR),
      await room.anOld(DAY + SECOND, {}, none),
      await room.anOld(DAY - HOUR, {}, none),
    ]
    await room.clean()
    expect(await room.statesOf(ids)).toEqual(['cancelled', 'sending', 'cancelled', 'sending'])
    expect(await room.rowOf(ids[0]!)).toMatchObject({ reason: 'expired', held: 'none' })
    expect((await room.rowOf(ids[0]!)).finished).not.toBeNull()
    expect(await bytesOf(room, ids)).toEqual([false, true, false, false])
  })

  test('whole ones that nobody checked for two minutes are checked', async () => {
    const room = await aRoom()
    const ids = [
      await room.anOld(2 * MINUTE + SECOND, {}, FILM),
      await room.anOld(MINUTE, {}, FILM),
      await room.anOld(HOUR),
      await room.anOld(HOUR, { state: 'failed' }, FILM),
    ]
    await room.clean(AbortSignal.abort())
    expect([(await room.rowOf(ids[0]!)).lease_asked, await room.statesOf([ids[0]!])]).toEqual([
      1,
      ['sending'],
    ])
    await room.clean()
    expect(await room.statesOf(ids)).toEqual(['waiting', 'sending', 'sending', 'failed'])
    expect(await room.jobsOf(ids[0]!)).toBe(1)
    expect((await room.rowOf(ids[3]!)).lease_asked, 'one that has ended is left alone').toBe(1)
  })

  test('those whose job is gone have failed after ten minutes', async () => {
    const room = await aRoom()
    const { deps } = room
    const lost = await room.anOld(10 * MINUTE + SECOND, { state: 'rendering' })
    const young = await room.anOld(9 * MINUTE, { state: 'probing' })
    const open = await room.anOld(10 * MINUTE + SECOND, { state: 'waiting', closed: 0 })
    const queued = await room.anOld(10 * MINUTE + SECOND, { state: 'waiting' })
    const ended = await room.anOld(10 * MINUTE + SECOND, { state: 'waiting' })
    for (const id of [queued, ended]) await deps.db.transaction().execute((trx) => queueIngest(trx, id))
    const done = { finished_at: new Date().toISOString() }
    await deps.db.updateTable('jobs').set(done).where('unique_key', '=', `${INGEST}:${ended}`).execute()
    await room.clean()
    const states = await room.statesOf([lost, young, open, queued, ended])
    expect(states).toEqual(['failed', 'probing', 'waiting', 'waiting', 'failed'])
    expect(await room.rowOf(lost)).toMatchObject({ reason: 'interrupted', stage: '', held: 'upload' })
    expect((await room.rowOf(lost)).finished! > (await room.rowOf(young)).finished!).toBe(true)
  })

  test('bytes go with what became clips and what was refused, and of the others after seven days', async () => {
    const room = await aRoom()
    const ids = [
      await room.anOld(1, { state: 'ready' }),
      await room.anOld(1, { state: 'refused' }),
      await room.anOld(1, { state: 'ready', kind: 'sheet' }),
      await room.anOld(7 * DAY + SECOND, { state: 'ready', kind: 'sheet' }),
      await room.anOld(7 * DAY - HOUR, { state: 'failed' }),
      await room.anOld(7 * DAY + SECOND, { state: 'failed' }),
      await room.anOld(7 * DAY + SECOND, { state: 'cancelled' }),
    ]
    const rendered = await room.anOld(1, { state: 'ready', held: 'original' })
    await room.clean()
    expect(await bytesOf(room, ids)).toEqual([false, false, true, false, true, false, false])
    const held = await Promise.all(ids.map(async (id) => (await room.rowOf(id)).held))
    expect(held).toEqual(['none', 'none', 'upload', 'none', 'upload', 'none', 'none'])
    expect((await room.rowOf(rendered)).held).toBe('original')
  })

  test('one that comes back to life in the meantime keeps its bytes', async () => {
    const room = await aRoom()
    const ids = [await room.anOld(8 * DAY), await room.anOld(8 * DAY)]
    const { files } = room.deps.uploads
    const remove = files.remove.bind(files)
    vi.spyOn(files, 'remove').mockImplementationOnce(async (id) => {
      await room.set(ids.find((each) => each !== id)!, { state: 'waiting', finished: null })
      await remove(id)
    })
    await room.clean()
    expect((await room.statesOf(ids)).sort()).toEqual(['cancelled', 'waiting'])
    expect((await bytesOf(room, ids)).sort()).toEqual([false, true])
  })

  test('rows are kept for ninety days', async () => {
    const room = await aRoom()
    const ids = [
      await room.anOld(90 * DAY + SECOND, { state: 'ready' }),
      await room.anOld(89 * DAY, { state: 'ready' }),
    ]
    await room.clean()
    const rows = await room.deps.db.selectFrom('uploads').select('id').execute()
    expect(rows).toEqual([{ id: ids[1] }])
  })

  test('a batch that was silent for ten minutes, or for one with whole files only, is complete, each sender’s for itself', async () => {
    const room = await aRoom()
    const batched = async (seconds: number, batch: string, values: object = {}) => {
      const id = await room.anUpload({ batch, closed: 0, ...values })
      await room.age(id, seconds)
      return id
    }
    const silent = await batched(10 * MINUTE + SECOND, 'one-batch', { state: 'waiting' })
    const sending = await batched(10 * MINUTE + SECOND, 'one-batch')
    const young = await batched(9 * MINUTE, 'two-batch', { state: 'waiting' })
    const other = await batched(20 * MINUTE, 'two-batch', { state: 'waiting' })
    await batched(20 * MINUTE, 'two-batch')
    const user_id = await aUser(room.deps.db)
    const another = await batched(MINUTE - 10 * SECOND, 'one-batch', { state: 'waiting', user_id })
    const whole = await batched(MINUTE + SECOND, 'whole-batch', { state: 'waiting' })
    const late = await batched(HOUR, 'one-batch', { state: 'waiting', closed: 1 })
    await batched(HOUR, 'old-batch', { state: 'ready', closed: 1 })
    await room.deps.db.transaction().execute((trx) => queueIngest(trx, late))
    const before = await room.rowOf(late)
    const told = vi.fn()
    room.deps.events.on('jobQueued', told)
    await room.clean()
    const ids = [silent, whole, sending, young, other, another]
    const closed = await Promise.all(ids.map(async (id) => (await room.rowOf(id)).closed))
    expect(closed).toEqual([1, 1, 1, 0, 0, 0])
    const jobs = await Promise.all(ids.map(room.jobsOf))
    expect(await room.rowOf(late)).toEqual(before)
    expect([jobs, told.mock.calls.length]).toEqual([[1, 1, 0, 0, 0, 0], 2])
  })

  test('the sweep removes bytes that no upload holds', async () => {
    const room = await aRoom()
    const { deps } = room
    const [kept, ended, gone] = [await room.anOld(1), await room.anOld(1), await room.anOld(1)]
    await room.set(ended, { held: 'none' })
    await deps.db.deleteFrom('uploads').where('id', '=', gone).execute()
    await sweepUploads(deps)
    expect(await bytesOf(room, [kept, ended, gone])).toEqual([true, false, false])
  })
})
