import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ingestFolder } from '#server/ingest/ingest-folder.ts'
import { aLibrary, aPhoto, ffmpeg, type Library, makeVideo } from '../../support/footage.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'

let library: Library
let folder: string

beforeEach(async () => {
  library = await aLibrary()
  folder = join(library.root, 'footage')
  await mkdir(join(folder, 'trip', 'day'), { recursive: true })
})
afterEach(() => library.close())

const ingest = (options: { recurse?: boolean; dryRun?: boolean } = {}) =>
  ingestFolder(library.deps, { folder, dataDir: library.config.dataDir, ...options })
const sources = () => library.deps.db.selectFrom('sources').selectAll().orderBy('title').execute()

async function makeTagged(path: string): Promise<void> {
  const plain = join(library.root, 'plain.mp4')
  await makeVideo(plain, { seconds: 0.2 })
  const tags = {
    title: 'Waves',
    artist: 'Mio',
    description: '夕暮れの波',
    keywords: 'sea,海',
    creation_time: '2024-08-09T18:00:00Z',
  }
  const metadata = Object.entries(tags).flatMap(([key, text]) => ['-metadata', `${key}=${text}`])
  await ffmpeg(['-i', plain, '-c', 'copy', ...metadata, '-movflags', 'use_metadata_tags', path])
}

const sidecar = (
  title: string,
) => `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>`

test("a file's own notes fill what metadata.csv leaves out, and an emptied cell changes nothing later", async () => {
  await makeTagged(join(folder, 'a.mov'))
  await writeFile(join(folder, 'metadata.csv'), 'file,title_en,user_name\na.mov,Evening waves,\n')
  expect((await ingest()).outcomes).toMatchObject([
    { result: 'made', seconds: expect.any(Number), bytes: expect.any(Number) },
  ])
  const noted = {
    description: '夕暮れの波',
    user_name: 'Mio',
    keywords: '["sea"]',
    keywords_ja: '["海"]',
    date_created: '2024-08-09',
  }
  expect(await sources()).toMatchObject([{ title: 'Evening waves', ...noted }])
  expect((await ingest()).outcomes).toMatchObject([{ result: 'skipped' }])
  await writeFile(join(folder, 'metadata.csv'), 'file,title_en,user_name\na.mov,,Studio\n')
  expect((await ingest()).outcomes).toMatchObject([{ result: 'updated' }])
  expect(await sources()).toMatchObject([{ title: 'Evening waves', ...noted, user_name: 'Studio' }])
})

test('a sidecar wins over the file’s own notes, and its changes change the clip', async () => {
  await makeTagged(join(folder, 'a.mov'))
  await writeFile(join(folder, 'A.XMP'), sidecar('Breakers'))
  expect((await ingest()).outcomes).toMatchObject([{ file: 'a.mov', result: 'made' }])
  expect(await sources()).toMatchObject([{ title: 'Breakers', user_name: 'Mio' }])
  expect((await ingest()).outcomes).toMatchObject([{ result: 'skipped' }])
  await writeFile(join(folder, 'A.XMP'), sidecar('Surf'))
  expect((await ingest()).outcomes).toMatchObject([{ result: 'updated' }])
  expect(await sources()).toMatchObject([{ title: 'Surf' }])
})

test('subfolders are walked, with their own sheets, unless switched off', async () => {
  await aPhoto(96, 96).jpeg().toFile(join(folder, 'one.jpg'))
  await aPhoto(96, 100)
    .jpeg()
    .toFile(join(folder, 'trip', 'two.jpg'))
  await aPhoto(96, 104)
    .jpeg()
    .toFile(join(folder, 'trip', 'day', 'three.jpg'))
  await mkdir(join(folder, '.hidden'))
  await aPhoto(96, 108)
    .jpeg()
    .toFile(join(folder, '.hidden', 'four.jpg'))
  await writeFile(
    join(folder, 'metadata.csv'),
    'file,title_en\none.jpg,One\n./trip/day/three.jpg,Three\n../five.jpg,Five\n',
  )
  await writeFile(
    join(folder, 'trip', 'metadata.csv'),
    'file,title_en\ntwo.jpg,Two\nday\\three.jpg,Not this\nsix.jpg,Six\n',
  )
  const names = async (recurse: boolean) =>
    (await ingest({ recurse, dryRun: true })).outcomes.map(({ file }) => file)
  expect(await names(false)).toEqual(['one.jpg'])
  expect((await names(true)).sort()).toEqual(['one.jpg', 'trip/day/three.jpg', 'trip/two.jpg'])
  // A loop of a photograph takes a second of CPU time.
  const { sheets } = await ingest({ dryRun: !IN_LONG_TEST })
  if (IN_LONG_TEST)
    expect((await sources()).map(({ title, file_name }) => `${title}: ${file_name}`)).toEqual([
      'One: one.mp4',
      'Three: three.mp4',
      'Two: two.mp4',
    ])
  expect(sheets).toMatchObject([
    {
      name: 'metadata.csv',
      result: { applied: 2, problems: [{ code: 'outside', row: 4, value: '../five.jpg' }] },
    },
    {
      name: 'trip/metadata.csv',
      result: {
        ...{ applied: 1, without_file: { first: ['trip/six.jpg'] } },
        problems: [{ code: 'overruled', row: 3, value: 'trip/day/three.jpg' }],
      },
    },
  ])
}, 120_000)

test('a dry run over a published file with a changed row writes nothing', async () => {
  await makeVideo(join(folder, 'rain.mp4'), { seconds: 0.2 })
  await writeFile(join(folder, 'metadata.csv'), 'file,title_en,category\nrain.mp4,Rain,sea\n')
  await ingest()
  const everything = async () => {
    const { db } = library.deps
    const tables = ['sources', 'medias', 'categories', 'invalidations'] as const
    return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  }
  const before = await everything()
  await writeFile(join(folder, 'metadata.csv'), 'file,title_en,category\nrain.mp4,Hail,sky\n')
  await ingest({ dryRun: true })
  expect(await everything()).toEqual(before)
})
