import JSZip from 'jszip'
import { expect, test, vi } from 'vitest'
import { aDownload, clips, expectStoredBytes, saved } from '../../../tests/support/films/bulk-downloads.ts'
import { asked, serveFilms } from '../../../tests/support/films/film-site.ts'

serveFilms()

test('a large set needs a confirmation; if the browser can, it is streamed to disk', async () => {
  const disk = aDisk()
  const picker = vi.fn(async () => ({ createWritable: async () => disk.stream }))
  vi.stubGlobal('showSaveFilePicker', picker)
  const { start, goOn, state } = aDownload({ largeBytes: 100_000 })
  await start(clips)
  expect(state()).toEqual({ status: 'asking', clips, toDisk: true })
  expect(asked).toEqual([])
  await goOn()
  expect(state()).toEqual({ status: 'done', saved: 12, missing: [] })
  expect(saved).toEqual([])
  expect(picker.mock.calls).toMatchObject([[{ suggestedName: 'nagare_kyoto-autumn_promo.zip' }]])
  const zip = await JSZip.loadAsync(Buffer.concat(disk.written), { checkCRC32: true })
  await expectStoredBytes(zip)
  expect(await zip.file('licence.txt')!.async('string')).toContain('12 clips')
  expect(disk.ends).toEqual(['closed'])
})

test('a full disk is reported, and the partial file is dropped', async () => {
  const disk = aDisk(new DOMException('full', 'QuotaExceededError'))
  vi.stubGlobal('showSaveFilePicker', async () => ({ createWritable: async () => disk.stream }))
  const { start, goOn, state } = aDownload({ largeBytes: 100_000 })
  await start(clips)
  await goOn()
  expect(state()).toEqual({ status: 'failed', why: 'noRoom' })
})

test('a cancelled file is dropped, not left half-written', async () => {
  const disk = aDisk()
  vi.stubGlobal('showSaveFilePicker', async () => ({ createWritable: async () => disk.stream }))
  const { start, goOn, cancel, state, $state } = aDownload({ largeBytes: 100_000 })
  $state.listen((one) => one.status === 'running' && one.clips === 3 && cancel())
  await start(clips)
  await goOn()
  expect(state()).toEqual({ status: 'failed', why: 'cancelled' })
  expect(disk.ends).toEqual(['aborted'])
})

test('if the browser cannot write to disk, the set is packed in memory on request', async () => {
  const { start, goOn, state } = aDownload({ largeBytes: 100_000 })
  await start(clips)
  expect(state()).toEqual({ status: 'asking', clips, toDisk: false })
  await goOn()
  expect(state()).toMatchObject({ status: 'done', saved: 12 })
  expect(saved).toHaveLength(1)
})

/** A file opened for writing, which may fail. */
function aDisk(fault?: Error) {
  const written: Uint8Array[] = []
  const ends: string[] = []
  const stream = new WritableStream<Uint8Array>({
    write(piece) {
      if (fault) throw fault
      written.push(piece.slice())
    },
    close: () => void ends.push('closed'),
    abort: () => void ends.push('aborted'),
  })
  return { written, ends, stream }
}
