import { once } from 'node:events'
import { type OwnModule, startModule } from './own-process.ts'

export interface Bounds {
  /** Of objects, not of buffers. */
  megabytes: number
  seconds: number
}

interface Options {
  niceness: number
  signal?: AbortSignal
  bounds?: Bounds
}

/**
 * Runs work in a process of its own, so that visitors are served first. Its module reads the task by `taskApart()` and
 * sends the answer. If aborted, the process is killed, and its transaction rolled back.
 * @throws OutOfBounds if it needs more memory or time than `bounds`
 */
export async function runApart<Answer>(
  module: OwnModule,
  task: object,
  { niceness, signal, bounds }: Options,
): Promise<Answer> {
  const nodeOptions = bounds ? [`--max-old-space-size=${bounds.megabytes}`] : []
  const child = startModule(module, { niceness, nodeOptions })
  const late = bounds && AbortSignal.timeout(bounds.seconds * 1000)
  const options = { signal: AbortSignal.any([signal, late].filter((each) => each !== undefined)) }
  const answered = once(child, 'message', options)
  const failed = once(child, 'exit', options).then(([code]) => {
    // V8 ends a process whose heap is full by a signal.
    if (bounds && code === null) throw new OutOfBounds(module)
    throw new Error(`the process of ${module} ended with ${code}`)
  })
  try {
    child.send(task)
    const [answer] = await Promise.race([answered, failed])
    return answer
  } catch (error) {
    if (late?.aborted && !signal?.aborted) throw new OutOfBounds(module, { cause: error })
    throw error
  } finally {
    child.kill('SIGKILL')
  }
}

/** Work needed more memory or time than it may have. */
export class OutOfBounds extends Error {}

/** The task of a process that runApart() has started, for that process. */
export async function taskApart<Task>(): Promise<Task> {
  // The server stops this process, so it ignores signals sent to both.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
  process.once('disconnect', () => process.exit())
  const [task] = await once(process, 'message')
  return task
}
