import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLibrary, aPhoto, makeVideo } from '../../support/footage.ts'
import { runCommandHere } from '../../support/run-cli.ts'
import { LONG } from '../support/long.ts'

/** Files are tried for so long: a thousand or more on two free cores. */
const TRIED_MS = 8 * 60_000
/** Files per run, so that a file that hangs is found early. */
const BATCH = 100
/** Bytes that identify the kind of a file: without them it is refused at once. */
const MAGIC = 16
const LONGEST_MS = 60_000
/** Time limit for a small file, on two busy cores. */
const READ_MS = 1_000
const RENDERED_MS = 6_000

let folder: string
let seeds: { name: string; bytes: Buffer }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-mutants-'))
  const seed = (name: string) => join(folder, name)
  await makeVideo(seed('a.mp4'), { size: '96x64', seconds: 1 })
  await makeVideo(seed('b.mkv'), { size: '96x64', seconds: 1 })
  await aPhoto(160, 120).jpeg().toFile(seed('c.jpg'))
  await aPhoto(160, 120).png().toFile(seed('d.png'))
  await aPhoto(160, 120).webp().toFile(seed('e.webp'))
  await aPhoto(160, 120).tiff().toFile(seed('f.tiff'))
  const names = await readdir(folder)
  seeds = await Promise.all(names.map(async (name) => ({ name, bytes: await readFile(seed(name)) })))
  for (const name of names) await rm(seed(name))
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Bytes are changed, torn out, doubled or cut off, most of them near the beginning, where the structure is. */
function mutated(bytes: Buffer): Buffer {
  const at = () => MAGIC + Math.floor(Math.random() ** 2 * (bytes.length - MAGIC))
  const copy = Buffer.from(bytes)
  for (let n = Math.ceil(Math.random() * 12); n > 0; n--) copy[at()] = Math.floor(Math.random() * 256)
  const [from = 0, to = 0] = [at(), at()].toSorted((a, b) => a - b)
  const ways = [
    () => copy,
    () => copy.subarray(0, to),
    () => Buffer.concat([copy.subarray(0, from), copy.subarray(to)]),
    () => Buffer.concat([copy.subarray(0, to), copy.subarray(from)]),
    () => copy.fill(0xff, from, Math.min(to, from + 8)),
  ]
  return ways[Math.floor(Math.random() * ways.length)]!()
}

test.runIf(LONG)(
  'whatever is done to a file, it is taken or refused with a reason, in time, and others are taken',
  async () => {
    const end = performance.now() + TRIED_MS
    for (let batch = 0; performance.now() < end; batch++) {
      for (let n = 0; n < BATCH; n++) {
        const { name, bytes } = seeds[n % seeds.length]!
        await writeFile(join(folder, `${n}-${name}`), mutated(bytes))
      }
      await writeFile(join(folder, 'sound.jpg'), seeds.find(({ name }) => name === 'c.jpg')!.bytes)
      const library = await aLibrary()
      const begun = performance.now()
      // Rendering takes a minute per hundred: the first hundred are rendered.
      const flags = batch === 0 ? ['--draft'] : ['--dry-run']
      const { code, stdout, stderr } = await runCommandHere(
        ['ingest', folder, '--json', ...flags],
        library.env,
      )
      expect([0, 3], stderr).toContain(code)
      const each = flags[0] === '--draft' ? RENDERED_MS : READ_MS
      // By our share of a machine that does other work, too.
      const share = Math.max(1, loadavg()[0]! / availableParallelism())
      expect(performance.now() - begun).toBeLessThan((LONGEST_MS + BATCH * each) * share)
      expect(stdout + stderr).not.toMatch(/unexpected|TypeError|RangeError|SIG[A-Z]+/)
      const { outcomes: files } = JSON.parse(stdout)
      expect(files.find(({ file }: { file: string }) => file === 'sound.jpg').result).not.toBe('refused')
      await library.close()
    }
  },
  30 * 60_000,
)
