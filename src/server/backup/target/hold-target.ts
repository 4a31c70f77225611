import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { takeLock } from '#server/ingest/lock.ts'
import type { Storage } from '#server/media/storage.ts'
import { type Claim, claimTarget } from './claim-target.ts'

export interface Held {
  /** An empty folder; it is removed afterwards. */
  work: string
  claim: Claim
}

/** Does work on a target alone: one at a time on this machine and elsewhere. @throws TargetTaken */
export async function holdTarget<Result>(
  { files: { dataDir } }: Pick<Deps, 'files'>,
  target: Storage,
  { signal, run }: { signal: AbortSignal; run(held: Held): Promise<Result> },
): Promise<Result> {
  const work = join(dataDir, 'backup')
  const unlock = await takeLock(`${work}.lock`, signal)
  let claim: Claim | undefined
  try {
    claim = await claimTarget(target, dataDir)
    await rm(work, { recursive: true, force: true })
    await mkdir(work, { mode: 0o700 })
    return await run({ work, claim })
  } finally {
    await rm(work, { recursive: true, force: true })
    await claim?.release()
    await unlock()
  }
}
