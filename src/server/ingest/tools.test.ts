import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFfmpeg } from './tools.ts'

const NEW = 'ffmpeg version 5.1.9-0+deb12u1 Copyright'
const ENCODERS = [
  ' V....D libx264  H.264',
  ' V..... libsvtav1  AV1',
  ' V..X.. libaom-av1  AV1',
  ' V..... rawvideo  raw',
]
const FILTERS =
  'concat format fps negate null overlay premultiply reverse scale select setpts setsar sidedata split trim yadif zscale tonemap'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-tools-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A fake ffmpeg of this version with these encoders and filters. */
async function aFake({ version = NEW, encoders = ENCODERS, filters = FILTERS }) {
  const answers = {
    '-version': version,
    '-encoders': encoders.join('\n'),
    '-filters': filters.replace(/\S+/g, '\n ... $& V->V '),
  }
  const cases = Object.entries(answers).map(([option, text]) => `*${option}) cat <<'END'\n${text}\nEND\n;;`)
  const path = join(folder, 'ffmpeg')
  await writeFile(path, `#!/bin/sh\ncase "$*" in\n${cases.join('\n')}\nesac\n`, { mode: 0o755 })
  return path
}

test('an unusable ffmpeg is reported with everything it lacks', async () => {
  const path = await aFake({
    version: 'ffmpeg version n3.4.2 Copyright',
    encoders: ENCODERS.slice(1),
    filters: FILTERS.replace('yadif ', ''),
  })
  await expect(checkFfmpeg(path)).rejects.toThrow(
    `${path} lacks version 4.1 or newer (it is 3.4), the encoder libx264, the filter yadif: install another ffmpeg, or set FFMPEG_PATH to one`,
  )
})

test('AV1 is written by SVT-AV1 from ffmpeg 5.1 on, and never by an experimental encoder', async () => {
  expect(await checkFfmpeg(await aFake({}))).toEqual({ av1: 'libsvtav1', toneMap: true, vpx: false })
  const older = await aFake({ version: 'ffmpeg version 5.0.1', filters: FILTERS.replace('zscale', '') })
  expect(await checkFfmpeg(older)).toEqual({ av1: undefined, toneMap: false, vpx: false })
})

test('a build without a release number counts as new', async () => {
  const path = await aFake({ version: 'ffmpeg version N-118373-g0a7bd6b Copyright' })
  expect((await checkFfmpeg(path)).av1).toBe('libsvtav1')
})

test('a program that does not run is named', async () => {
  const path = join(folder, 'broken')
  await writeFile(path, '#!/bin/sh\nexit 3\n', { mode: 0o755 })
  await expect(checkFfmpeg(path)).rejects.toThrow(`${path} does not run`)
})
