import pLimit from 'p-limit'

const AT_ONCE = 8
/** Most keys waiting. */
const AHEAD = 100

/** Does the work for every key, a few at once; stops at the first failure. */
export async function eachKey<Key>(
  keys: AsyncIterable<Key> | Iterable<Key>,
  signal: AbortSignal,
  work: (key: Key) => Promise<void>,
): Promise<void> {
  const limit = pLimit(AT_ONCE)
  const running = new Set<Promise<void>>()
  const failed = new AbortController()
  for await (const key of keys) {
    signal.throwIfAborted()
    failed.signal.throwIfAborted()
    const task = limit(() => work(key))
      .catch((error) => failed.abort(error))
      .finally(() => running.delete(task))
    running.add(task)
    if (running.size >= AHEAD) await Promise.race(running)
  }
  await Promise.all(running)
  failed.signal.throwIfAborted()
}
