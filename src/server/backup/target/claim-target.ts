import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { isAppError } from '#contract/errors.ts'
import type { Storage } from '#server/media/storage.ts'

const KEY = 'lock/claim.json'
const HEARTBEAT = 60_000
/** Milliseconds without a heartbeat after which a claim is abandoned; machines' clocks must differ by less. */
const ABANDONED = 5 * 60_000

/** Another machine backs up to the same target. */
export class TargetTaken extends Error {
  override name = 'TargetTaken'
}

export interface Claim {
  /** Call it before anything that would harm another run. @throws TargetTaken if two have claimed the target at once */
  assertOurs(): Promise<void>
  release(): Promise<void>
}

/**
 * Keeps other machines away from a target: each would remove what the other is about to use. Takes over at once what a
 * killed run of the same machine and `dataDir` left. @throws TargetTaken
 */
export async function claimTarget(target: Storage, dataDir: string): Promise<Claim> {
  const place = `${hostname()}:${dataDir}`
  const ours = JSON.stringify({ place, token: randomUUID() })
  const before = await holderOf(target)
  const beaten = (await target.stat(KEY))?.modified.getTime() ?? 0
  if (before && JSON.parse(before).place !== place && Math.abs(Date.now() - beaten) < ABANDONED) throw taken()
  const write = () => target.put(KEY, Buffer.from(ours), 'application/json')
  const isOurs = async () => (await holderOf(target)) === ours
  await write()
  const renew = async () => void ((await isOurs()) && (await write()))
  // If the target is away, the backup itself fails.
  const beat = setInterval(() => renew().catch(() => {}), HEARTBEAT).unref()
  return {
    async assertOurs() {
      if (!(await isOurs())) throw taken()
    },
    async release() {
      clearInterval(beat)
      if (await isOurs()) await target.delete(KEY)
    },
  }
}

const taken = () => new TargetTaken('another machine is backing up to this target: one at a time')

async function holderOf(target: Storage): Promise<string | undefined> {
  try {
    return (await buffer(await target.read(KEY))).toString('utf8')
  } catch (error) {
    if (isAppError(error) && error.code === 'mediaNotFound') return undefined
    throw error
  }
}
