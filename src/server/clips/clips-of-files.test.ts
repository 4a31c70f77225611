import { afterAll, expect, test } from 'vitest'
import { sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { clipsOfFiles } from './clips-of-files.ts'

const databases = sqliteDatabases()
afterAll(databases.close)

const clip = (db: Awaited<ReturnType<typeof databases.open>>, original_filename: string, popularity = 1) =>
  aClip(db, { source: { popularity }, media: { original_filename } })

test('a slot has the clip of its file, of two with the name the more popular', async () => {
  const db = await databases.open()
  await clip(db, 'rain.mp4', 1)
  const popular = await clip(db, 'rain.mp4', 2)
  const fuji = await clip(db, 'fuji.mp4')
  const found = await clipsOfFiles({ db }, [{ file: 'fuji.mp4' }, { file: 'rain.mp4' }])
  expect(found.map((source) => source?.id)).toEqual([fuji.id, popular.id])
})

test('a missing clip is replaced by the most popular unused one that suits', async () => {
  const db = await databases.open()
  await clip(db, 'rain.mp4', 9)
  await clip(db, 'koi.mp4', 3)
  await clip(db, 'garden.jpg', 2)
  const isStill = ({ media }: { media: { original_filename: string } }) =>
    /jpg$/.test(media.original_filename)
  const found = await clipsOfFiles({ db }, [
    { file: 'lost.mp4' },
    { file: 'lost.jpg', suits: isStill },
    { file: 'rain.mp4' },
    { file: 'gone.mp4' },
  ])
  expect(found.map((source) => source?.media.original_filename)).toEqual([
    'koi.mp4',
    'garden.jpg',
    'rain.mp4',
    undefined,
  ])
})
