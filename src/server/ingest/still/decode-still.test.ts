import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sniff } from '#server/ingest/probe/sniff.ts'
import { IN_LONG_TEST } from '../../../../tests/support/runs.ts'
import { decodeStill, lookAtStill } from './decode-still.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-still-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.runIf(IN_LONG_TEST)(
  'a photograph of 100 megapixels is decoded within 1.5 GB',
  async () => {
    const size = { width: 11_648, height: 8_736 }
    const path = join(folder, 'large.tif')
    const image = sharp({ create: { ...size, channels: 3, background: '#804020' }, limitInputPixels: false })
    await image.tiff({ compression: 'lzw' }).withMetadata({ orientation: 6 }).toFile(path)
    expect(await sniff(path)).toEqual({ kind: 'image', format: 'tiff' })
    expect(await lookAtStill({ path, format: 'tiff' })).toMatchObject({
      width: size.height,
      height: size.width,
    })
    const to = join(folder, 'canvas.rgb')
    await decodeStill({ path, format: 'tiff' }, { size: { width: 90, height: 120 }, deep: false, to })
    expect((await stat(to)).size).toBe(90 * 120 * 3)
  },
  60_000,
)

test('an image too large for its decoder is refused, and nothing else breaks', async () => {
  const path = join(folder, 'broken.heic')
  await writeFile(
    path,
    Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(100)]),
  )
  const to = join(folder, 'nothing.rgb')
  const decoding = decodeStill(
    { path, format: 'heic' },
    { size: { width: 90, height: 120 }, deep: false, to },
  )
  await expect(decoding).rejects.toThrow('not readable as a HEIC image')
})
