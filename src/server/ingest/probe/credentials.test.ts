import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasCredentials } from './credentials.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-credentials-'))
})
afterAll(() => rm(folder, { recursive: true }))

const C2PA = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

function box(type: string, content: Buffer, size = 8 + content.length): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
const FTYP = box('ftyp', Buffer.from('isom\0\0\0\0isom'))
/** Larger than what is read at once. */
const MDAT = box('mdat', Buffer.alloc(1_200_000))
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xeb])
const JUMBF = Buffer.from('jumdc2pa\x00\x11\x00\x10\x80\x00\x00\xaa\x008\x9bq', 'latin1')

test.each([
  ['a film with a manifest', [FTYP, box('uuid', Buffer.concat([C2PA, Buffer.alloc(40)])), MDAT], true],
  ['one behind its frames', [FTYP, MDAT, box('uuid', Buffer.concat([C2PA, Buffer.alloc(40)]))], true],
  ['a photograph with a manifest', [JPEG, Buffer.alloc(200), JUMBF], true],
  ['a film with other notes', [FTYP, box('uuid', Buffer.concat([XMP, Buffer.alloc(40)])), MDAT], false],
  ['frames that look like one', [FTYP, box('mdat', Buffer.concat([Buffer.from('uuid'), C2PA]))], false],
  ['a box that goes on for ever', [FTYP, box('free', Buffer.alloc(40), 0), C2PA], false],
  ['a box of no size', [FTYP, box('free', Buffer.alloc(40), 4), C2PA], false],
  ['a million boxes', [FTYP, ...Array.from({ length: 200_000 }, () => box('free', Buffer.alloc(0)))], false],
  ['an empty file', [], false],
] as const)('%s', async (_, parts, expected) => {
  const path = join(folder, 'master')
  await writeFile(path, Buffer.concat(parts))
  expect(await hasCredentials(path)).toBe(expected)
})
