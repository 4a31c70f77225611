import { gzipSync } from 'node:zlib'
import JSZip from 'jszip'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  aep,
  anyNames,
  bomb,
  capcut,
  drp,
  edl,
  fcpxml,
  otio,
  prproj,
  xmeml,
} from '../../../tests/support/relink/project-files.ts'
import { readProject } from './read-project.ts'

const FOX = 'nagare_fox.mp4'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))

async function read(name: string, bytes: Uint8Array | string) {
  const { names, problem } = await readProject(new File([Buffer.from(bytes)], name), 'nagare_')
  return { names: [...names], problem }
}

test.each([prproj, fcpxml, xmeml, otio, edl, aep, capcut, drp])(
  'names are found in $name, in any script and with what formats escape',
  async (format) => {
    for (const film of [FOX, 'nagare_鳥居 & fox’s 50% <1>.mp4'.replaceAll(/[<>]/g, '_')]) {
      const { name, buffer } = await format(film)
      expect(await read(name, buffer)).toEqual({ names: [film], problem: undefined })
    }
  },
)

test('names count across parts of a long file, and of files and folders', async () => {
  const long = Buffer.alloc(3_000_000, 'x ')
  for (const at of [65_500, 65_530, 1_048_570, 2_097_145]) long.write(`/nagare_at-${at}.mp4"`, at)
  expect((await read('long.xml', long)).names).toHaveLength(4)
  expect(await read(FOX, 'a film, whose bytes are not read: nagare_other.mp4')).toEqual({ names: [FOX] })
  const zip = new JSZip().file(`media/${FOX}`, 'nagare_other.mp4').file('a.xml', '/nagare_crow.mp4"')
  const { names } = await read('cut.zip', await zip.generateAsync({ type: 'nodebuffer' }))
  expect(names).toEqual([FOX, 'nagare_crow.mp4'])
})

test('a file without names of films has none', async () => {
  const noise = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 251))
  for (const bytes of ['', 'no film', noise]) expect(await read('any', bytes)).toEqual({ names: [] })
})

test('what is broken is said, and what was found before it is kept', async () => {
  const rest = Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 65_521).join()
  const packed = gzipSync(`/${FOX}" ${rest}`)
  const cut = await read('cut.prproj', packed.subarray(0, packed.length / 2))
  expect(cut).toEqual({ names: [FOX], problem: 'damaged' })
  expect((await read('cut.drp', 'PK\x03\x04 no zip')).problem).toBe('damaged')
  expect(await read('many.edl', anyNames(5000).join('\n'))).toMatchObject({ problem: 'tooMany' })
})

test('the page answers while a large file is read', async () => {
  let pieces = 0
  const stream = () =>
    new ReadableStream({
      pull: (control) => (pieces++ < 3000 ? control.enqueue(new Uint8Array(32_768)) : control.close()),
    })
  let turns = 0
  const ticking = setInterval(() => turns++, 1)
  const file = Object.assign(new File([], 'long.xml'), { stream })
  expect(await readProject(file, 'nagare_')).toEqual({ names: new Set() })
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(1)
})

test('a small file that unpacks to gigabytes is read in part, as is a zip of very many', async () => {
  const zeros = Buffer.alloc(5_000_000)
  const zip = await bomb(zeros.length)
  for (const { name, buffer } of [zip, { name: 'bomb.prproj', buffer: gzipSync(zeros) }]) {
    expect(buffer.length).toBeLessThan(10_000)
    const file = new File([new Uint8Array(buffer)], name)
    expect(await readProject(file, 'nagare_', 4_000_000)).toEqual({ names: new Set(), problem: 'tooLarge' })
    expect(await readProject(file, 'nagare_')).toEqual({ names: new Set() })
  }
  const many = new JSZip()
  for (let at = 0; at < 100; at++) many.file(`${at}.xml`, 'x')
  const file = new File([await many.generateAsync({ type: 'arraybuffer' })], 'many.zip')
  expect(await readProject(file, 'nagare_', 4_000_000)).toMatchObject({ problem: 'tooLarge' })
})
