import type { Deps } from '#server/deps.ts'
import { eachAlone, throwFailed } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { queueRemoval } from '#server/removal/remove-files.ts'

/** A link to a file lives five minutes, and its transfer longer. */
const LEAST_AGE_MS = 60 * 60_000
const BATCH = 500

/** Forgets the files that nobody took for longest, while all need more than their room. @param room bytes */
export const sweepFilesJob = (room: number): RecurringJob => ({
  kind: 'files.sweep',
  everySeconds: 10 * 60,
  async run(deps, { signal }) {
    while (await sweep(deps, room, signal)) signal.throwIfAborted()
    deps.events.emit('jobQueued')
  },
})

/** Returns whether there may be more to forget. */
async function sweep(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  room: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, now } = deps
  const ready = db.selectFrom('renditions').where('state', '=', 'ready')
  const { held } = await ready
    .select(({ fn }) => fn.sum<number>('bytes').as('held'))
    .executeTakeFirstOrThrow()
  let over = Number(held ?? 0) - room
  if (over <= 0) return false
  const before = new Date(now().getTime() - LEAST_AGE_MS).toISOString()
  const oldest = await ready
    .select(['id', 'source_id', 'storage_key', 'bytes', 'used'])
    .where('used', '<', before)
    .orderBy('used')
    .limit(BATCH)
    .execute()
  const leaving = oldest.filter(({ bytes }) => {
    const isOver = over > 0
    over -= bytes
    return isOver
  })
  const forget = ({ id, source_id, storage_key, used }: (typeof leaving)[number]) =>
    db.transaction().execute(async (trx) => {
      // Somebody may have taken it meanwhile.
      const gone = trx.deleteFrom('renditions').where('id', '=', id).where('used', '=', used)
      if ((await gone.executeTakeFirst()).numDeletedRows > 0n)
        await queueRemoval(trx, { made: source_id }, [storage_key])
    })
  throwFailed('file', await eachAlone(deps, leaving, { what: 'file', signal }, forget))
  return leaving.length === BATCH
}
