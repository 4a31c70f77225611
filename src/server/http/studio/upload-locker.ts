import type { Lock, Locker } from '@tus/server'

/** Milliseconds that a request waits for the previous one. */
const PATIENCE = 20_000

interface Held {
  release: () => void
  released: Promise<void>
  /** Asks the holder to stop soon. */
  requestRelease: () => void | Promise<void>
}

/** One request per upload at a time: a client that lost its connection returns while the old request still reads. */
export class UploadLocker implements Locker {
  readonly #held = new Map<string, Held>()

  newLock(id: string): Lock {
    return {
      lock: (signal, requestRelease) => this.#take(id, signal, requestRelease),
      unlock: async () => {
        this.#held.get(id)?.release()
      },
    }
  }

  async #take(id: string, signal: AbortSignal, requestRelease: Held['requestRelease']): Promise<void> {
    const late = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
    const ended = new Promise<never>((_, reject) => {
      late.addEventListener('abort', () => reject({ status_code: 423, body: 'The upload is in use\n' }), {
        once: true,
      })
    })
    ended.catch(() => {})
    for (let holder = this.#held.get(id); holder; holder = this.#held.get(id)) {
      await holder.requestRelease()
      await Promise.race([holder.released, ended])
    }
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const release = () => {
      this.#held.delete(id)
      resolve()
    }
    this.#held.set(id, { release, released, requestRelease })
  }
}
