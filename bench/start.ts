import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { atExit } from './support/at-exit.ts'
import { generateLoad } from './support/load/load.ts'
import { type BenchOptions, effort } from './support/load/options.ts'
import { memoryOf } from './support/load/proc.ts'
import { report, rounded } from './support/load/report.ts'
import { alternate, type Contender, medianOf, ratioOf } from './support/load/rounds.ts'
import { bareNode } from './support/peers/bare-node.ts'
import { freePort } from './support/shops/serve.ts'
import { addClips, openShop } from './support/shops/shop.ts'

/** Milliseconds to the first page; megabytes at rest and at most under load. */
interface Start {
  ms: number
  rest: number
  loaded: number
}

type Command = { program: string; args: string[]; env?: Record<string, string>; cwd?: string }

const REST_MS = 1500

/** Time from process start to the first page with status 200, after a first run; and the memory. */
export async function run(options: BenchOptions): Promise<void> {
  const { rounds, seconds } = effort({ rounds: '7', seconds: '2', ...options })
  const shop = await openShop()
  await addClips(shop, 100)
  const contenders: Contender<Start>[] = [
    started('ours', (port) => ({ ...shop.start(), env: { ...shop.env, PORT: String(port) } }), seconds),
    started('bare node', (port) => bareNode(port), seconds),
  ]
  const samples = await alternate(rounds, contenders)
  const ratio = (figure: (start: Start) => number) => ratioOf(samples, ['ours', 'bare node'], figure)
  report({
    name: 'start',
    rows: contenders.map(({ name }) => ({
      server: name,
      'first 200 ms': rounded(medianOf(samples, name, ({ ms }) => ms)),
      'at rest MB': rounded(medianOf(samples, name, ({ rest }) => rest)),
      'under load MB': rounded(medianOf(samples, name, ({ loaded }) => loaded)),
    })),
    bars: [
      { what: 'first 200 by bare node', value: ratio(({ ms }) => ms), atMost: 2.5, unit: 'x' },
      {
        what: 'memory at rest by bare node',
        value: ratio(({ rest }) => rest),
        atMost: 1.6,
        unit: 'x',
      },
    ],
    raw: Object.fromEntries(samples),
    notes: [
      `${rounds} starts each; at rest ${REST_MS} ms after the first page, load of 32 connections for ${seconds} s`,
    ],
  })
}

function started(name: string, command: (port: number) => Command, seconds: number): Contender<Start> {
  return {
    name,
    async measure() {
      const port = await freePort()
      const { program, args, env, cwd } = command(port)
      const began = performance.now()
      const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, cwd, stdio: 'ignore' })
      const kill = () => child.kill('SIGKILL')
      const cancelKill = atExit(kill)
      const ms = await firstPage(child, port, began)
      await sleep(REST_MS)
      const rest = memoryOf(child.pid!).now
      await generateLoad({ url: `http://127.0.0.1:${port}/`, connections: 32, seconds })
      const loaded = memoryOf(child.pid!).peak
      const ended = once(child, 'exit')
      kill()
      await ended
      cancelKill()
      return { ms, rest, loaded }
    },
  }
}

/** Retries at once when refused, so that waiting adds nothing. */
async function firstPage(child: ChildProcess, port: number, began: number): Promise<number> {
  while (child.exitCode === null) {
    if ((await statusOf(port)) === 200) return performance.now() - began
    if (performance.now() - began > 20_000) throw new Error('no page within 20 s')
    await sleep(1)
  }
  throw new Error(`it ended with ${child.exitCode}`)
}

function statusOf(port: number): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  get({ port, host: '127.0.0.1', path: '/', agent: false }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode))
  }).on('error', () => resolve(undefined))
  return promise
}
