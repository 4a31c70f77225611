import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLibrary, aPhoto } from '../../support/footage.ts'
import { runCommandHere } from '../../support/run-cli.ts'
import { LONG } from '../support/long.ts'
import { entityXmp, hostileFilms } from './hostile-boxes.ts'
import { hostileImages, TAKEN } from './hostile-images.ts'

const LONGEST_MS = 60_000
const MOST_BYTES = 1.5 * 1024 ** 3

let folder: string
let address: string
let asked = 0
let listener: Server

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-hostile-'))
  listener = createServer((socket) => {
    asked++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  address = `http://127.0.0.1:${(listener.address() as { port: number }).port}`
})
afterAll(async () => {
  listener.close()
  await rm(folder, { recursive: true, force: true })
})

/** Names that programs read as a list, a pattern, an option or a protocol, and playlists. */
async function lists(): Promise<Record<string, Buffer | string>> {
  return {
    'hls.mp4': `#EXTM3U\n#EXT-X-MAP:URI="${address}/map"\n#EXTINF:5,\n${address}/hls.ts\n#EXT-X-ENDLIST\n`,
    'hls-key.mov': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${address}/key"\n#EXTINF:5,\nfile:///etc/passwd\n`,
    'concat.mkv': `ffconcat version 1.0\nfile ${address}/concat\nfile /etc/passwd\n`,
    'dash.mp4': `<?xml version="1.0"?><MPD><Period><AdaptationSet><Representation><BaseURL>${address}/dash</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    'session.mp4': `v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nc=IN IP4 127.0.0.1\r\nm=video ${new URL(address).port} RTP/AVP 96\r\n`,
    'reference.webm': `[Reference]\nRef1=${address}/asx\n`,
    '%03d.png': await aPhoto(20, 20).png().toBuffer(),
    '*.jpg': '\xff\xd8\xff',
    '-i concat:etc|passwd.mp4': '',
    'pipe:0.mp4': 'pipe',
    'subfile,,start,0,end,0,,:x.mp4': 'subfile',
    'program.jpg': Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(3_000)]),
    'archive.mp4': Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(3_000)]),
  }
}

/** ingest-refusals.test.ts tries others in each run. */
async function hostileFiles(): Promise<Record<string, Buffer | string>> {
  return { ...hostileFilms(address), ...(await hostileImages(address)), ...(await lists()) }
}

/** Links, pipes and folders that look like films. */
async function makeOddEntries(): Promise<void> {
  await symlink('/etc/passwd', join(folder, 'passwd.mp4'))
  await symlink('/dev/zero', join(folder, 'zero.mp4'))
  await symlink('loop.mp4', join(folder, 'loop.mp4'))
  await symlink('.', join(folder, 'here'))
  await mkdir(join(folder, 'folder.mp4'))
  execFileSync('mkfifo', [join(folder, 'pipe.mp4')])
}

test.runIf(LONG)(
  'every file that was made to harm is refused with a reason, in time and memory, and asks nobody',
  async () => {
    const files = await hostileFiles()
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
    await makeOddEntries()
    await writeFile(join(folder, 'sound.jpg'), await aPhoto(160, 120).jpeg().toBuffer())
    await writeFile(join(folder, 'sound.xmp'), entityXmp(address))
    const library = await aLibrary()
    const memory = watchMemory()
    const begun = performance.now()
    const flags = ['--draft', '--concurrency', '2']
    const { code, stdout, stderr } = await runCommandHere(['ingest', folder, '--json', ...flags], library.env)
    const took = performance.now() - begun
    const most = await memory.stop()
    const { outcomes } = JSON.parse(stdout) as {
      outcomes: { file: string; result: string; reason?: string }[]
    }
    const by = (name: string) => outcomes.find(({ file }) => file === name)
    expect(code, stderr).toBe(3)
    for (const name of Object.keys(files)) {
      const isTaken = TAKEN.includes(name)
      expect(by(name), name).toMatchObject(
        isTaken ? { result: 'made' } : { result: 'refused', reason: expect.stringMatching(/\w{3}/) },
      )
    }
    for (const bytes of await filesBelow(join(library.root, 'data/media')))
      expect(bytes.includes('<script>')).toBe(false)
    expect(by('sound.jpg')?.result).not.toBe('refused')
    expect(stdout + stderr).not.toMatch(/unexpected|TypeError|RangeError|SIG[A-Z]+|root:x:|(?:ha){20}/)
    expect(asked).toBe(0)
    expect(most).toBeLessThan(MOST_BYTES)
    // All together take half a minute on an idle machine.
    expect(took).toBeLessThan(LONGEST_MS * 3)
    await library.close()
  },
  10 * 60_000,
)

async function filesBelow(root: string): Promise<Buffer[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
}

/** The largest process among our children, and our own growth, in bytes. */
function watchMemory() {
  const before = process.memoryUsage.rss()
  let most = 0
  let running = true
  const watching = (async () => {
    while (running) {
      most = Math.max(most, process.memoryUsage.rss() - before, ...(await childrenPeaks()))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  return {
    async stop() {
      running = false
      await watching
      return most
    },
  }
}

/** Peak memory of this process's descendants, on Linux. */
async function childrenPeaks(): Promise<number[]> {
  const statuses = new Map<number, { parent: number; peak: number }>()
  for (const pid of (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger)) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    statuses.set(pid, { parent: field('PPid'), peak: field('VmHWM') * 1024 })
  }
  const isOurs = (pid: number): boolean => {
    const parent = statuses.get(pid)?.parent
    return parent === process.pid || (parent !== undefined && parent > 1 && isOurs(parent))
  }
  return [...statuses].flatMap(([pid, { peak }]) => (isOurs(pid) ? [peak] : []))
}
