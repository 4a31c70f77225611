import { setTimeout as sleep } from 'node:timers/promises'
import type { Served } from '../shops/serve.ts'
import { addClips, openShop, type Shop } from '../shops/shop.ts'
import { answerOf } from './answer.ts'
import { sameBytes, underLoad } from './http-contest.ts'
import type { ServedLoad } from './load.ts'
import { type BenchOptions, effort } from './options.ts'
import { skip } from './report.ts'
import type { Contender } from './rounds.ts'

/** More lists of 40 than the cache holds, each at its own offset. */
export const CLIPS = 2000
export const OFFSETS = CLIPS - 40
export const CONNECTIONS = 32
const COMPRESSED = { 'Accept-Encoding': 'br' }

/** A path of ours, and the same path with `{n}` for an offset. */
export interface Asked {
  path: string
  withOffset: string
  type: string
}

export const HOME: Asked = { path: '/', withOffset: '/?offset={n}', type: 'text/html; charset=utf-8' }
export const LIST: Asked = {
  path: '/api/medias/search?q=',
  withOffset: '/api/medias/search?q=&offset={n}',
  type: 'application/json; charset=utf-8',
}

/** The server ranks new clips when it starts, which clears its cache. */
const RANKED_MS = 3_000

/** Our server under load at one path, and peers that send the same bytes. */
export interface OwnContest {
  shop: Shop
  ours: Served
  /** Ours cached, peers, and ours fresh. */
  contenders: Contender<ServedLoad>[]
  load: { connections: number; seconds: number }
  note: string
}

export async function ownContest(asked: Asked, options: BenchOptions): Promise<OwnContest> {
  const { rounds, seconds } = effort(options)
  const shop = await openShop()
  await addClips(shop, CLIPS)
  const ours = await shop.serve()
  await sleep(RANKED_MS)
  const load = { connections: CONNECTIONS, seconds }
  const peers = await sameBytes(ours, asked.path, { type: asked.type, onSkip: skip })
  const cached = { ...load, path: asked.path, headers: COMPRESSED }
  const same = { ...load, path: peers.path }
  const contenders = [
    underLoad('ours, cached, br', ours, cached, () => fillCache(ours, asked.path)),
    underLoad('node:http, same bytes', peers.node, same),
    ...(peers.nginx ? [underLoad('nginx, same bytes', peers.nginx, same)] : []),
    freshUnderLoad('ours, fresh', ours, { shop, load, withOffset: asked.withOffset }),
  ]
  const note = `${peers.bytes} bytes compressed; ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s`
  return { shop, ours, contenders, load, note }
}

/** Clears the cache, then walks through more offsets than it can hold, so that each list is rendered anew. */
export function freshUnderLoad(
  name: string,
  server: Served,
  { shop, load, withOffset }: { shop: Shop; load: OwnContest['load']; withOffset: string },
): Contender<ServedLoad> {
  return underLoad(name, server, { ...load, path: withOffset, count: OFFSETS }, shop.clearCache)
}

/** Fills the cache for the load, compressed and plain. */
export async function fillCache(ours: Served, path: string): Promise<void> {
  await answerOf(new URL(path, ours.url), COMPRESSED)
  await answerOf(new URL(path, ours.url))
}
