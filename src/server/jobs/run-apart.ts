import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type ThreadName, threadModule } from '#server/build/thread-module.ts'
import { withNiceness } from '#server/niceness.ts'

/**
 * Runs a job's work in a process of its own, so that visitors are served first. Its module reads the task by
 * `taskApart()` and sends the answer. If aborted, the process is killed, and its transaction rolled back.
 */
export async function runApart<Answer>(
  module: ThreadName,
  task: object,
  { niceness, signal }: { niceness: number; signal: AbortSignal },
): Promise<Answer> {
  // Without the server's small heap, which is for short pauses: nobody waits for this process.
  const [execPath, ...execArgv] = withNiceness(niceness, [process.execPath])
  const child = fork(threadModule(module), { execPath, execArgv })
  const answered = once(child, 'message', { signal })
  const failed = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the process of ${module} ended with ${code}`)
  })
  try {
    child.send(task)
    const [answer] = await Promise.race([answered, failed])
    return answer
  } finally {
    child.kill('SIGKILL')
  }
}

/** The task of a process that runApart() has started, for that process. */
export async function taskApart<Task>(): Promise<Task> {
  // The server stops this process, so it ignores signals sent to both.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
  process.once('disconnect', () => process.exit())
  const [task] = await once(process, 'message')
  return task
}
