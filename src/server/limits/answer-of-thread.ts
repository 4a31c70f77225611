import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type ThreadName, threadModule } from '#server/build/thread-module.ts'

export interface ThreadBounds {
  /**
   * Of objects, not of buffers. Well above what the largest input takes: a thread that asks for much at once beyond it
   * ends the process.
   */
  megabytes: number
  seconds: number
}

/** Runs a module on a thread of its own until its first message. @throws OutOfBounds, and what the module throws */
export async function answerOfThread<Answer>(
  name: ThreadName,
  workerData: unknown,
  { megabytes, seconds }: ThreadBounds,
): Promise<Answer> {
  const worker = new Worker(threadModule(name), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 24 },
  })
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(seconds * 1000) })
    return answer
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ABORT_ERR' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new OutOfBounds(error)
    throw error
  } finally {
    await worker.terminate()
  }
}

/** The thread needed more memory or time than it may have. */
export class OutOfBounds extends Error {
  constructor(cause: unknown) {
    super('a thread needed more memory or time than it may have', { cause })
  }
}
