import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { isDamaged } from '#server/db/database-error.ts'

/** Faults that are told of a damaged database; one page often gives hundreds. */
const MOST_FAULTS = 10
const THREAD = new URL('./integrity-thread.ts', import.meta.url)

/** The site's database is damaged; a copy of it is no backup. */
export class DatabaseDamaged extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(summaryOf(faults))
    this.faults = faults
  }
}

/** A backup lacks a file, or has a damaged one. */
export class BackupDamaged extends Error {}

/**
 * What SQLite finds wrong in a file; empty if nothing. The full check also compares indexes with their tables, and takes
 * some 20 s for a gigabyte, four times as long as the quick one.
 */
export async function fileFaults(file: string, signal?: AbortSignal): Promise<string[]> {
  const thread = new Worker(THREAD, { workerData: { file, most: MOST_FAULTS } })
  try {
    const [found] = (await once(thread, 'message', signal && { signal })) as [string[]]
    // The lines of a broken tree come below a title.
    return found.flatMap((text) => text.split('\n')).filter((line) => line !== 'ok' && !/^\*\*\*/.test(line))
  } catch (error) {
    return [faultOf(error)]
  } finally {
    await thread.terminate()
  }
}

/** Turns an error about damaged pages into its message. @throws any other error */
export function faultOf(error: unknown): string {
  if (!isDamaged(error)) throw error
  return (error as Error).message
}

/** The first fault, and how many there are. */
export function summaryOf([first = 'unreadable', ...others]: readonly string[]): string {
  return others.length > 0 ? `${first} (and ${others.length} more)` : first
}
