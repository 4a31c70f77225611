import { type Blocks, fetchFilm } from '#stores/download/fetch-film.ts'
import type { SavedFilm, SetClip } from '#stores/sets/set-clips.ts'

const AT_ONCE = 5
/** Bytes being fetched or packed at once, except for a single larger film. */
const BYTES_AT_ONCE = 100_000_000

export type FetchedClip =
  | { clip: SetClip; media: SavedFilm; film: Blocks }
  | { clip: SetClip; media?: undefined }

interface FetchOptions {
  /** Called right before each fetch, since a link lives for five minutes. */
  sign: (clip: SetClip, signal: AbortSignal) => Promise<SavedFilm>
  /** Whether an error concerns every clip, so that the rest is not tried. */
  isFinal: (error: unknown) => boolean
  signal: AbortSignal
  /** Received bytes; negative if a part must be fetched again. */
  onBytes: (bytes: number) => void
}

/**
 * A set's films, five fetches at a time and at most six in memory; one that fails twice comes without a film.
 * @throws the final error; the signal's reason on abort
 */
export async function* fetchedClips(
  clips: readonly SetClip[],
  options: FetchOptions,
): AsyncGenerator<FetchedClip> {
  const stopped = new AbortController()
  const signal = AbortSignal.any([options.signal, stopped.signal])
  const waiting = [...clips]
  const running = new Map<SetClip, Promise<FetchedClip>>()
  let packing = 0

  function fill() {
    for (let next = waiting[0]; next && mayStart(next, { running, packing }); next = waiting[0]) {
      waiting.shift()
      running.set(next, fetchWithRetry(next, { ...options, signal }))
    }
  }

  try {
    fill()
    while (running.size > 0) {
      const fetched = await Promise.race(running.values())
      running.delete(fetched.clip)
      packing = fetched.clip.byte_size
      fill()
      yield fetched
      packing = 0
      fill()
    }
  } finally {
    stopped.abort()
    await Promise.allSettled(running.values())
  }
}

function mayStart(
  next: SetClip,
  { running, packing }: { running: ReadonlyMap<SetClip, unknown>; packing: number },
): boolean {
  const bytes = [...running.keys()].reduce((sum, { byte_size }) => sum + byte_size, packing + next.byte_size)
  return running.size < AT_ONCE && (bytes <= BYTES_AT_ONCE || (running.size === 0 && packing === 0))
}

async function fetchWithRetry(clip: SetClip, options: FetchOptions): Promise<FetchedClip> {
  try {
    return await fetchOnce(clip, options)
  } catch (error) {
    if (isOver(error, options)) throw error
    console.info(`Clip ${clip.id} is fetched once more`, error)
  }
  try {
    return await fetchOnce(clip, options)
  } catch (error) {
    if (isOver(error, options)) throw error
    console.info(`Clip ${clip.id} could not be fetched`, error)
    return { clip }
  }
}

const isOver = (error: unknown, { signal, isFinal }: FetchOptions) => signal.aborted || isFinal(error)

async function fetchOnce(clip: SetClip, { sign, signal, onBytes }: FetchOptions): Promise<FetchedClip> {
  let came = 0
  try {
    const media = await sign(clip, signal)
    const film = await fetchFilm(media, {
      signal,
      onBytes(bytes) {
        came += bytes
        onBytes(bytes)
      },
    })
    return { clip, media, film }
  } catch (error) {
    onBytes(-came)
    throw error
  }
}
