import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scratchFolder } from '../scratch.ts'
import { familyCpuOf } from './proc.ts'

const run = promisify(execFile)

/** What to request, over how many connections, for how long. */
export interface LoadPlan {
  /** `{n}` in the path becomes 1, 2, … `count`, then 1 again. */
  url: string
  count?: number
  headers?: Record<string, string>
  /** Paths to request instead, one after another, each once, and each as another visitor (X-Forwarded-For). */
  paths?: readonly string[]
  /** Requests ranges of this many bytes of a file of `size`, one after another. */
  parts?: { bytes: number; size: number }
  connections: number
  seconds: number
}

/** The results; times in milliseconds. */
export interface Load {
  perSecond: number
  bytesPerSecond: number
  p50: number
  p99: number
}

/** With the server's CPU time per request, in microseconds. */
export interface ServedLoad extends Load {
  cpu: number
}

/** Loads a server and reads its CPU time. @throws if a request fails */
export async function loadServer(pid: number, plan: LoadPlan): Promise<ServedLoad> {
  const [before, started] = [familyCpuOf(pid), performance.now()]
  const load = await generateLoad(plan)
  const requests = load.perSecond * ((performance.now() - started) / 1000)
  return { ...load, cpu: (familyCpuOf(pid) - before) / requests }
}

/** By `wrk`. */
export async function generateLoad(plan: LoadPlan): Promise<Load> {
  const { url, headers = {}, connections, seconds } = plan
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = needsScript(plan) ? ['-s', luaFile(plan)] : []
  const origin = new URL(url.replaceAll('{n}', '1'))
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '--timeout', '10s']
  const { stdout } = await run('wrk', [...args, ...flags, ...script, origin.href])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`requests to ${url} failed:\n${stdout}`)
  const find = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? ''
  const asked = Number(find(/(\d+) requests in/))
  if (plan.paths && asked > plan.paths.length)
    throw new Error(`${asked} requests, but only ${plan.paths.length} paths`)
  return {
    perSecond: Number(find(/Requests\/sec:\s+([\d.]+)/)),
    bytesPerSecond: bytes(find(/Transfer\/sec:\s+(\S+)/)),
    p50: milliseconds(find(/ 50%\s+(\S+)/)),
    p99: milliseconds(find(/ 99%\s+(\S+)/)),
  }
}

const needsScript = ({ url, parts, paths }: LoadPlan) => Boolean(parts ?? paths) || url.includes('{n}')

function luaFile(plan: LoadPlan): string {
  const file = join(scratchFolder('wrk'), 'request.lua')
  writeFileSync(file, plan.paths ? luaOfPaths(plan.paths) : luaOfOne(plan))
  return file
}

function luaOfPaths(paths: readonly string[]): string {
  return `local n = 0
local paths = {
${paths.map((path) => JSON.stringify(path)).join(',\n')}
}
request = function()
  n = n + 1
  wrk.headers["X-Forwarded-For"] = string.format("10.%d.%d.%d", n / 65536 % 256, n / 256 % 256, n % 256)
  return wrk.format("GET", paths[(n - 1) % #paths + 1])
end
`
}

function luaOfOne({ url, count = 1, parts }: LoadPlan): string {
  const { pathname, search } = new URL(url)
  const path = JSON.stringify(decodeURI(pathname + search))
  const chunks = parts ? Math.floor(parts.size / parts.bytes) : 1
  const range = parts
    ? `local at = (n % ${chunks}) * ${parts.bytes}
  wrk.headers["Range"] = string.format("bytes=%d-%d", at, at + ${parts.bytes - 1})`
    : ''
  return `local n = 0
request = function()
  n = n + 1
  ${range}
  return wrk.format("GET", (string.gsub(${path}, "{n}", tostring(n % ${count} + 1))))
end
`
}

/** `1.20ms`, `850.00us`, `1.05s`. */
function milliseconds(text: string): number {
  const value = Number.parseFloat(text)
  return text.endsWith('us') ? value / 1000 : text.endsWith('ms') ? value : value * 1000
}

/** `1.05GB`, in powers of 1024. */
function bytes(text: string): number {
  const power = ['B', 'KB', 'MB', 'GB', 'TB'].indexOf(text.replace(/[\d.]/g, ''))
  return Number.parseFloat(text) * 1024 ** power
}
