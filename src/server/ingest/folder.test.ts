import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFolder } from './folder.ts'

const folder = await mkdtemp(join(tmpdir(), 'nagare-folder-'))
afterAll(() => rm(folder, { recursive: true }))

test('a sheet made for an agency is read under any name, after metadata.csv, and other sheets are ignored', async () => {
  const files = {
    'a.mp4': '',
    'b.mp4': '',
    'metadata.csv': 'file,title_en\na.mp4,Ours\n',
    'shutterstock_content_upload.csv':
      'Filename,Description,Keywords,Categories,Editorial\na.mp4,Theirs,rain,,\nb.mp4,Rain,rain,,yes\n',
    'invoices.csv': 'number,amount\n1,2\n',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const { footage, sheets } = await readFolder(folder, false, [])
  expect(sheets).toMatchObject([
    { name: 'metadata.csv', result: { applied: 1, wrong: 0 } },
    {
      name: 'shutterstock_content_upload.csv',
      result: { applied: 1, problems: [{ code: 'overruled', row: 2, value: 'a.mp4' }] },
    },
  ])
  expect(footage.map(({ name, row }) => [name, row?.title_en, row?.license_type])).toEqual([
    ['a.mp4', 'Ours', undefined],
    ['b.mp4', 'Rain', 'editorial'],
  ])
})
