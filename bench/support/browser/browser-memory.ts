import { readdirSync, readFileSync } from 'node:fs'
import type { PlainPage } from '../peers/plain-browser.ts'

const INTERVAL_MS = 100
const MB = 1e6

/** Megabytes, at most. */
export interface MemoryPeaks {
  /** The page's JavaScript objects and buffers. */
  page: number
  /** Anonymous memory of all browser processes, above what they had at the start; includes blobs and pipes. */
  processes: number
}

/** Samples a browser's memory. */
export class BrowserMemory {
  readonly #page: PlainPage
  readonly #pids: () => number[]
  readonly #baseline: number
  readonly #peaks: MemoryPeaks = { page: 0, processes: 0 }
  readonly #timer: ReturnType<typeof setInterval>

  private constructor(page: PlainPage) {
    this.#page = page
    this.#pids = () => processesOf(page.profile)
    this.#baseline = memoryOfAll(this.#pids())
    this.#timer = setInterval(() => this.#sample(), INTERVAL_MS)
  }

  static async watch(page: PlainPage): Promise<BrowserMemory> {
    await page.send('HeapProfiler.collectGarbage')
    return new BrowserMemory(page)
  }

  stop(): MemoryPeaks {
    clearInterval(this.#timer)
    return this.#peaks
  }

  #sample(): void {
    this.#raise('processes', memoryOfAll(this.#pids()) - this.#baseline)
    this.#page.send<HeapUsage>('Runtime.getHeapUsage').then(
      (heap) => this.#raise('page', (heap.usedSize + heap.backingStorageSize) / MB),
      () => {},
    )
  }

  #raise(what: keyof MemoryPeaks, value: number): void {
    this.#peaks[what] = Math.max(this.#peaks[what], value)
  }
}

/** Bytes. */
interface HeapUsage {
  usedSize: number
  backingStorageSize: number
}

/** The process with the folder in its arguments, and its descendants. */
function processesOf(profile: string): number[] {
  const parents = new Map<number, number>()
  const found = new Set<number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    parents.set(pid, Number(/^PPid:\s+(\d+)$/m.exec(read(pid, 'status'))?.[1]))
    if (read(pid, 'cmdline').includes(`--user-data-dir=${profile}`)) found.add(pid)
  }
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

/** Megabytes; memory shared by several processes is split between them. */
function memoryOfAll(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    const rollup = read(pid, 'smaps_rollup')
    const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0)
    return of('Pss_Anon') + of('Pss_Shmem')
  })
  return (kilobytes.reduce((sum, each) => sum + each, 0) * 1024) / MB
}

/** Empty if the process has ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
