import { expect, test, vi } from 'vitest'
import type { UploadLine } from '#contract/studio/clips/uploads.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { uploadRoom } from '../../../tests/support/studio/upload-room.ts'
import { changedLines, findLine, listUploads } from './upload-lines.ts'
import { WatchedUploads } from './watch-uploads.ts'

describePlainSql('the list of uploads', (open) => {
  test('says what the studio shows of each', async () => {
    const { deps, anUpload, set } = await uploadRoom(await open())
    const user_id = await aUser(deps.db, { name: 'Aoi' } as never)
    const id = await anUpload({ user_id, folder: 'trip', batch: 'the-batch' })
    await set(id, { state: 'failed', reason: 'codec', reason_text: 'no codec', ratio: 0.25, stage: 'films' })
    const line = await findLine(deps.db, id)
    expect(line).toMatchObject({
      ...{
        id,
        folder: 'trip',
        batch: 'the-batch',
        state: 'failed',
        ratio: 0.25,
        stage: 'films',
        retry: true,
      },
      ...{ reason: { code: 'codec', text: 'no codec' }, clip: null, clip_state: null, finished: null },
      user: { id: user_id, name: 'Aoi' },
    })
    await set(id, { held: 'none' })
    expect((await findLine(deps.db, id)).retry).toBe(false)
    const clip = await aClip(deps.db, { source: { state: 'hidden' } })
    await set(id, { source_id: clip.id })
    expect(await findLine(deps.db, id)).toMatchObject({ clip: clip.id, clip_state: 'hidden' })
    await set(id, { held: 'upload', state: 'ready', reason: null })
    expect(await findLine(deps.db, id)).toMatchObject({ retry: false, reason: null })
    const alone = await anUpload()
    expect((await findLine(deps.db, alone)).user).toBeNull()
    await expect(findLine(deps.db, '0'.repeat(32))).rejects.toMatchObject({ code: 'uploadNotFound' })
  })

  test('is narrowed by state, batch and time of change, newest first', async () => {
    const { deps, anUpload, set } = await uploadRoom(await open())
    const old = await anUpload({ batch: 'one-batch' })
    const late = await anUpload({ batch: 'two-batch' })
    await set(old, {
      created: '2020-01-01T00:00:00.000Z',
      updated: '2020-01-01T00:00:00.000Z',
      state: 'ready',
    })
    const idsOf = async (query: object) => (await listUploads(deps.db, query)).uploads.map(({ id }) => id)
    expect(await idsOf({})).toEqual([late, old])
    expect(await idsOf({ state: 'ready' })).toEqual([old])
    expect(await idsOf({ batch: 'two-batch' })).toEqual([late])
    expect(await idsOf({ after: '2020-01-01T00:00:00.000Z' })).toEqual([late, old])
    expect(await idsOf({ after: '2020-01-01T00:00:00.001Z' })).toEqual([late])
    const asked = Date.now()
    const { at } = await listUploads(deps.db, {})
    expect(await idsOf({ after: at })).toEqual([late])
    expect(Date.parse(at)).toBeGreaterThanOrEqual(asked - 5_002)
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now() - 4_998)
    for (let n = 0; n < 500; n++) await anUpload({ batch: 'many' })
    expect(await idsOf({ after: '2020-01-01T00:00:00.000Z' })).toHaveLength(500)
    await deps.db.deleteFrom('uploads').where('batch', '=', 'many').execute()
    expect((await changedLines(deps.db, 15)).map(({ id }) => id)).toEqual([late])
  })

  test('tells its listeners of changes once, and of nothing that was there before', async () => {
    const { deps, anUpload, set } = await uploadRoom(await open())
    await anUpload()
    const changes = new WatchedUploads(deps, 20)
    const heard: UploadLine[][] = []
    const stop = changes.listen((each) => heard.push(each))
    const other = changes.listen(() => {})
    const read = vi.spyOn(deps.db, 'selectFrom')
    await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(3))
    const id = await anUpload()
    const uploads = () => heard.flat()
    await vi.waitFor(() => expect(uploads().map((line) => line.id)).toEqual([id]), { timeout: 4_000 })
    await set(id, { received: 5, updated: new Date().toISOString() })
    await vi.waitFor(() => expect(uploads().map((line) => line.received)).toEqual([0, 5]), { timeout: 4_000 })
    stop()
    await set(id, { received: 6, updated: new Date().toISOString() })
    const looks = read.mock.calls.length
    await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(looks + 4))
    expect(uploads()).toHaveLength(2)
    expect(heard.every(({ length }) => length > 0)).toBe(true)
    other()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const ended = read.mock.calls.length
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(read.mock.calls.length).toBe(ended)
    await anUpload()
    const again = changes.listen((each) => heard.push(each))
    await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(ended + 4))
    expect(uploads()).toHaveLength(2)
    again()
  })
})
