import { expect, test, vi } from 'vitest'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { FILM, uploadRoom } from '../../../tests/support/studio/upload-room.ts'
import { cancelUpload, removeUpload, retryUpload } from './change-upload.ts'

describePlainSql('an upload', (open) => {
  const aRoom = async () => {
    const room = await uploadRoom(await open())
    const user_id = await aUser(room.deps.db)
    const colleague = await aUser(room.deps.db)
    const ids = [await room.anUpload({ user_id }), await room.anUpload({ user_id })] as const
    for (const id of ids) await room.send(id, FILM)
    const details = async () => {
      const rows = await room.deps.db.selectFrom('audit_records').select('detail').execute()
      return rows.map(({ detail }) => (typeof detail === 'string' ? JSON.parse(detail) : detail))
    }
    const log = async () => {
      const rows = await room.deps.db.selectFrom('audit_records').selectAll().execute()
      return rows.map(({ action }) => action)
    }
    const editor = { id: user_id, membership: 'free' as const }
    return { ...room, ids, log, details, editor, colleague: { id: colleague, membership: 'free' as const } }
  }

  test('that is being sent is cancelled with its bytes; the other goes on', async () => {
    const { deps, ids, editor, log, rowOf } = await aRoom()
    expect(await cancelUpload(deps, editor, ids[0])).toMatchObject({ state: 'cancelled', retry: false })
    expect(await rowOf(ids[0])).toMatchObject({ held: 'none', stage: '' })
    expect((await rowOf(ids[0])).finished).not.toBeNull()
    const { files } = deps.uploads
    expect([await files.received(ids[0]), await files.received(ids[1])]).toEqual([undefined, FILM.length])
    expect(await rowOf(ids[1])).toMatchObject({ state: 'sending', held: 'upload' })
    expect(await log()).toEqual(['upload.cancel'])
    await expect(cancelUpload(deps, editor, ids[0])).rejects.toMatchObject({ code: 'uploadOver' })
    await expect(retryUpload(deps, editor, ids[0])).rejects.toMatchObject({ code: 'uploadOver' })
  })

  test('that waits is cancelled and keeps its bytes, so it can be tried again', async () => {
    const { deps, ids, editor, log, rowOf, set, jobsOf } = await aRoom()
    for (const id of ids) await set(id, { state: 'waiting' })
    expect(await cancelUpload(deps, editor, ids[0])).toMatchObject({ state: 'cancelled', retry: true })
    await set(ids[0], { reason: 'unexpected', reason_text: 'why', ratio: 0.5, stage: 'films' })
    await set(ids[1], { state: 'failed' })
    const told = vi.fn()
    deps.events.on('jobQueued', told)
    const again = await retryUpload(deps, editor, ids[0])
    expect(again).toMatchObject({ state: 'waiting', reason: null, ratio: 0, stage: '', finished: null })
    expect([await jobsOf(ids[0]), await jobsOf(ids[1]), told.mock.calls.length]).toEqual([1, 0, 1])
    expect(await rowOf(ids[0])).toMatchObject({ held: 'upload', closed: 1, reason_text: '' })
    expect(await log()).toEqual(['upload.cancel', 'upload.retry'])
    await expect(retryUpload(deps, editor, ids[0])).rejects.toMatchObject({ code: 'uploadOver' })
    expect((await rowOf(ids[1])).state).toBe('failed')
    expect(await retryUpload(deps, editor, ids[1])).toMatchObject({ state: 'waiting' })
  })

  test('is removed with its bytes, whatever the store answers', async () => {
    const { deps, ids, editor, log, details, logged, set } = await aRoom()
    const { id: clip } = await aClip(deps.db)
    await set(ids[1], { source_id: clip })
    const { files } = deps.uploads
    await removeUpload(deps, editor, ids[0])
    expect([await files.received(ids[0]), await files.received(ids[1])]).toEqual([undefined, FILM.length])
    vi.spyOn(files, 'remove').mockRejectedValue(new Error('the bucket is away'))
    await removeUpload(deps, editor, ids[1])
    expect(await deps.db.selectFrom('uploads').select('id').execute()).toEqual([])
    expect(logged.some((line) => line.includes('the bucket is away'))).toBe(true)
    expect(await log()).toEqual(['upload.remove', 'upload.remove'])
    const [first, second] = await details()
    expect([first.source, second.source]).toEqual([undefined, clip])
  })

  test('is changed by its sender and the admin only', async () => {
    const { deps, ids, colleague, log, statesOf } = await aRoom()
    for (const act of [cancelUpload, retryUpload, removeUpload])
      await expect(act(deps, colleague, ids[0])).rejects.toMatchObject({ code: 'forbidden' })
    expect([await statesOf(ids), await log()]).toEqual([['sending', 'sending'], []])
    await expect(cancelUpload(deps, colleague, '0'.repeat(32))).rejects.toMatchObject({
      code: 'uploadNotFound',
    })
    await cancelUpload(deps, { id: 1, membership: 'free', role: 'admin' }, ids[0])
    expect(await statesOf(ids)).toEqual(['cancelled', 'sending'])
  })
})
