import { expect, test, vi } from 'vitest'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { uploadRoom } from '../../../tests/support/studio/upload-room.ts'
import { createUpload } from './create-upload.ts'

/** With a name of five bytes, the longest path that is taken. */
const LONG = `${`${'x'.repeat(186)}/`.repeat(7)}${'x'.repeat(185)}`

describePlainSql('a new upload', (open) => {
  const aRoom = async () => {
    const room = await uploadRoom(await open())
    const userId = await aUser(room.deps.db)
    const create = (bytes: number, metadata: object = {}) =>
      createUpload(room.deps, {
        by: { id: userId },
        bytes,
        metadata: { filename: 'a.mp4', folder: '', ...metadata },
      })
    return { ...room, userId, create }
  }

  test('keeps what its sender says of it', async () => {
    const { create, rowOf, userId, deps } = await aRoom()
    const { id: clip } = await aClip(deps.db)
    const sha256 = 'ab'.repeat(32)
    const folder = '/trip//夏の/'
    const id = await create(9, {
      filename: 'cafe\u0301.MP4',
      folder,
      batch: 'the-batch',
      sha256,
      replaces: String(clip),
    })
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(await rowOf(id)).toMatchObject({
      ...{ file_name: 'caf\u00e9.MP4', folder: 'trip/夏の', batch: 'the-batch', closed: 0, user_id: userId },
      ...{ kind: 'video', bytes: 9, received: 0, sha256, replaces: clip, state: 'sending', held: 'upload' },
    })
    const alone = await create(1)
    expect(await rowOf(alone)).toMatchObject({
      batch: null,
      closed: 1,
      folder: '',
      sha256: '',
      replaces: null,
    })
    expect((await rowOf(alone)).created).toBe((await rowOf(alone)).updated)
  })

  test.each([
    ['an empty file', 0, {}, 'badRequest'],
    ['a file that is too large', 1_001, {}, 'fileTooLarge'],
    ['an unknown kind', 9, { filename: 'a.exe' }, 'kindNotTaken'],
    ['a hidden file', 9, { filename: '.a.mp4' }, 'badRequest'],
    ['a hidden folder', 9, { folder: 'a/.b' }, 'badRequest'],
    ['a backslash', 9, { folder: 'a\\b' }, 'badRequest'],
    ['a control character', 9, { filename: 'a\u0007.mp4' }, 'badRequest'],
    ['a long name', 9, { filename: `${'寺'.repeat(79)}.mp4` }, 'badRequest'],
    ['a long path', 9, { folder: `${LONG}x` }, 'badRequest'],
    ['a clip that is not there', 9, { replaces: '77' }, 'mediaNotFound'],
  ])('is refused: %s', async (_, bytes, metadata, code) => {
    const { create, deps } = await aRoom()
    await aClip(deps.db)
    await expect(create(bytes, metadata)).rejects.toMatchObject({ code })
    expect(await deps.db.selectFrom('uploads').select('id').execute()).toEqual([])
  })

  test('is taken up to the limits themselves', async () => {
    const { create, rowOf } = await aRoom()
    for (const bytes of [1, 999, 1_000]) await create(bytes, { filename: `${'x'.repeat(236)}.mp4` })
    await expect(create(501)).rejects.toMatchObject({ code: 'uploadsFull' })
    expect((await rowOf(await create(500, { folder: LONG }))).folder).toBe(LONG)
    await expect(create(1)).rejects.toMatchObject({ code: 'uploadsFull' })
  })

  test('counts only what is under way against the limit', async () => {
    const { create, set } = await aRoom()
    const ids = [await create(1_000), await create(1_000)]
    await expect(create(1_000)).rejects.toMatchObject({ code: 'uploadsFull' })
    await set(ids[0]!, { state: 'rendering' })
    await expect(create(1_000)).rejects.toMatchObject({ code: 'uploadsFull' })
    await set(ids[0]!, { state: 'ready' })
    await set(await create(1_000), { held: 'none' })
    await create(1_000)
  })

  test('is refused where there is no room', async () => {
    const { create, deps } = await aRoom()
    vi.spyOn(deps.uploads.files, 'hasRoom').mockResolvedValue(false)
    await expect(create(9)).rejects.toMatchObject({ code: 'storageFull' })
  })

  test('of a closed batch does not wait, of another’s batch with the same name it does', async () => {
    const { create, rowOf, set, deps } = await aRoom()
    const batch = 'one-batch'
    await create(1, { batch: 'open-batch' })
    expect((await rowOf(await create(1, { batch: 'open-batch' }))).closed).toBe(0)
    await set(await create(1, { batch }), { closed: 1 })
    expect((await rowOf(await create(1, { batch }))).closed).toBe(1)
    expect((await rowOf(await create(1, { batch: 'two-batch' }))).closed).toBe(0)
    const userId = await aUser(deps.db)
    const metadata = { filename: 'a.mp4', folder: '', batch }
    expect((await rowOf(await createUpload(deps, { by: { id: userId }, bytes: 1, metadata }))).closed).toBe(0)
  })
})
