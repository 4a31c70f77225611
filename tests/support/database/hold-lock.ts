import { once } from 'node:events'
import { spawnModule } from '../children/child.ts'

const HOLD = new URL('../children/lock-holding-child.ts', import.meta.url)

/** Lets another process hold the write lock of a SQLite file; the result gives it up. */
export async function holdLock(file: string): Promise<() => Promise<void>> {
  const { process: child, lines } = spawnModule(HOLD, [file])
  await lines.next()
  return async () => {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
}
