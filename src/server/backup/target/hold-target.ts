import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inOneProcess, takeLock } from '#server/db/locks.ts'
import type { Deps } from '#server/deps.ts'

/** Another machine of this shop is backing up: each would remove what the other is about to use. */
export class TargetTaken extends Error {
  override name = 'TargetTaken'
}

export interface Held {
  /** An empty folder; it is removed afterwards. */
  work: string
  /** Call it before anything that would harm another run. @throws if the lock is lost */
  assertOurs(): Promise<void>
}

/** Works on the shop's backups alone: one at a time on this machine and elsewhere. @throws TargetTaken */
export async function holdTarget<Result>(
  { db, files: { dataDir } }: Pick<Deps, 'db' | 'files'>,
  { signal, run }: { signal: AbortSignal; run(held: Held): Promise<Result> },
): Promise<Result> {
  const work = join(dataDir, 'backup')
  const unlock = await takeLock(`${work}.lock.db`, signal)
  try {
    const done = await inOneProcess(db, 'backup', async (assertOurs) => {
      await rm(work, { recursive: true, force: true })
      await mkdir(work, { mode: 0o700 })
      return { result: await run({ work, assertOurs }) }
    })
    if (!done) throw new TargetTaken('another machine is backing up: one at a time')
    return done.result
  } finally {
    await rm(work, { recursive: true, force: true })
    unlock()
  }
}
