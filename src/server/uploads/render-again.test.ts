import { expect, test, vi } from 'vitest'
import { originalKey } from '#server/media/storage-key.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { uploadRoom } from '../../../tests/support/studio/upload-room.ts'
import { renderAgain } from './render-again.ts'

describePlainSql('rendering a clip again', (open) => {
  test('queues its original once, and each clip by itself', async () => {
    const { deps, rowOf, jobsOf, set, anUpload } = await uploadRoom(await open())
    const editor = { id: await aUser(deps.db) }
    const hashes = ['ab'.repeat(32), 'cd'.repeat(32)] as const
    const clips = []
    for (const content_hash of hashes) {
      clips.push((await aClip(deps.db, { source: { content_hash } })).id)
      await deps.storage.put(originalKey(content_hash), Buffer.from('an original'), 'video/mp4')
    }
    // A new file for the clip on its way is not a rendering of its original.
    await anUpload({ replaces: clips[0]! })
    const told = vi.fn()
    deps.events.on('jobQueued', told)
    const line = await renderAgain(deps, editor, clips[0]!)
    expect(line).toMatchObject({
      state: 'waiting',
      clip: clips[0],
      replaces: clips[0],
      bytes: 11,
      received: 11,
    })
    expect(await rowOf(line.id)).toMatchObject({
      ...{ held: 'original', sha256: hashes[0], closed: 1, user_id: editor.id, kind: 'video' },
    })
    expect([await jobsOf(line.id), told.mock.calls.length]).toEqual([1, 1])
    expect((await renderAgain(deps, editor, clips[0]!)).id).toBe(line.id)
    const other = await renderAgain(deps, editor, clips[1]!)
    expect(other.id).not.toBe(line.id)
    const acts = await deps.db.selectFrom('audit_records').select('action').execute()
    expect(acts).toEqual([{ action: 'clip.render' }, { action: 'clip.render' }])
    await set(line.id, { state: 'ready' })
    expect((await renderAgain(deps, editor, clips[0]!)).id).not.toBe(line.id)
  })

  test('takes the kind from the name', async () => {
    const { deps, rowOf } = await uploadRoom(await open())
    const editor = { id: await aUser(deps.db) }
    const names = { 'a.jpg': 'image', 'a.mp4': 'video', unnamed: 'video' }
    for (const [n, [original_filename, kind]] of Object.entries(names).entries()) {
      const content_hash = String(n).repeat(64)
      const { id } = await aClip(deps.db, { source: { content_hash } })
      await deps.db.updateTable('medias').set({ original_filename }).where('source_id', '=', id).execute()
      await deps.storage.put(originalKey(content_hash), Buffer.from('an original'), 'video/mp4')
      expect((await rowOf((await renderAgain(deps, editor, id)).id)).kind).toBe(kind)
    }
  })

  test('needs the clip and its original', async () => {
    const { deps } = await uploadRoom(await open())
    const editor = { id: await aUser(deps.db) }
    const { id } = await aClip(deps.db, { source: { content_hash: 'ab'.repeat(32) } })
    await expect(renderAgain(deps, editor, id)).rejects.toMatchObject({ code: 'originalGone' })
    await expect(renderAgain(deps, editor, 999)).rejects.toMatchObject({ code: 'mediaNotFound' })
    expect(await deps.db.selectFrom('uploads').select('id').execute()).toEqual([])
  })
})
