import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startNginx } from '../peers/nginx.ts'
import { scratchFolder } from '../scratch.ts'
import type { Served } from '../shops/serve.ts'
import { answerOf } from './answer.ts'
import { type LoadPlan, loadServer, type ServedLoad } from './load.ts'
import { rounded, skip } from './report.ts'
import { type Contender, medianOf, type Samples } from './rounds.ts'

/** A server under one kind of load. `before` prepares the state that the load needs. */
export function underLoad(
  name: string,
  server: Served,
  plan: Omit<LoadPlan, 'url'> & { path: string },
  before = async () => {},
): Contender<ServedLoad> {
  return {
    name,
    async measure() {
      await before()
      return loadServer(server.pid, { ...plan, url: `${server.url.origin}${plan.path}` })
    },
  }
}

/** nginx with the same bytes as ours for a page, in a file. */
export async function sameBytes(
  ours: Served,
  path: string,
): Promise<{ nginx: Served | undefined; path: string; bytes: number }> {
  const compressed = { 'Accept-Encoding': 'br' }
  await answerOf(new URL(path, ours.url), compressed)
  const { body, headers, status } = await answerOf(new URL(path, ours.url), compressed)
  if (status !== 200 || headers['x-cache'] !== 'hit') throw new Error(`${path} did not come from the cache`)
  const folder = scratchFolder('bytes')
  const name = 'answer.html'
  writeFileSync(join(folder, name), body)
  const sent = { 'Content-Encoding': 'br', 'Cache-Control': 'public, max-age=0, must-revalidate' }
  const nginx = await startNginx(folder, sent).catch((reason) => skip('nginx', reason))
  return { nginx, path: `/${name}`, bytes: body.length }
}

/** One row per contender. */
export function loadRows(samples: Samples<ServedLoad>): Record<string, string | number>[] {
  return [...samples.keys()].map((name) => ({
    server: name,
    'requests/s': Math.round(medianOf(samples, name, (load) => load.perSecond) ?? 0),
    'CPU µs/request': rounded(medianOf(samples, name, (load) => load.cpu)),
    'p50 ms': rounded(medianOf(samples, name, (load) => load.p50)),
    'p99 ms': rounded(medianOf(samples, name, (load) => load.p99)),
  }))
}

export const perSecond = ({ perSecond: rate }: ServedLoad) => rate
/** Inverted, so that more is better, as for requests per second. */
const perCpu = ({ cpu }: ServedLoad) => 1 / cpu

/** The same bar in requests per second and in CPU time. */
export function speedBars(
  what: string,
  atLeast: number,
  ratio: (figure: (load: ServedLoad) => number) => number | undefined,
) {
  return [
    { what: `${what}, requests/s`, value: ratio(perSecond), atLeast, unit: 'x' },
    { what: `${what}, requests per CPU second`, value: ratio(perCpu), atLeast, unit: 'x' },
  ]
}
