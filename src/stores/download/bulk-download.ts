import { atom, type ReadableAtom } from 'nanostores'
import { ApiError } from '#contract/request.ts'
import { downloadName } from '#domain/sets/download-name.ts'
import { SET_WORDS } from '#domain/sets/set-kind.ts'
import { type FetchedClip, fetchedClips } from '#stores/clips/fetched-clips.ts'
import { isShown, type SetClip, signFilm, type TakenSet } from '#stores/sets/set-clips.ts'
import { certificateOf } from './certificate.ts'
import { packInMemory, packToDisk, type ZipEntry } from './pack-zip.ts'
import { canWriteToDisk, chooseZipFile, saveBlob } from './save-file.ts'
import { type Manifest, manifestOf, type PackedClip, uniqueNames } from './zip-manifest.ts'

/** Larger sets are not packed in memory without asking. */
const LARGE_BYTES = 500_000_000

export type BulkState =
  | { status: 'idle' }
  /** The set is large: people first confirm how to save it. */
  | { status: 'asking'; clips: readonly SetClip[]; toDisk: boolean }
  /** Bytes and clips received so far. */
  | { status: 'running'; bytes: number; totalBytes: number; clips: number; totalClips: number }
  | { status: 'packing' }
  | { status: 'done'; saved: number; missing: readonly SetClip[] }
  /** `code`: the server's error if it concerns every clip. */
  | { status: 'failed'; why: 'cancelled' | 'nothing' | 'noRoom' | 'refused' | 'unexpected'; code?: string }

export interface BulkDownload {
  $state: ReadableAtom<BulkState>
  /** Does nothing while a download runs. */
  start(clips: readonly SetClip[]): Promise<void>
  /** After `asking`, directly in a click handler. */
  goOn(): Promise<void>
  cancel(): void
}

export interface BulkOptions {
  set: TakenSet & { name: string }
  siteName: string
  page: string
  /** The licence text for people, beside the JSON manifest. */
  licenceText: (manifest: Manifest) => string
  /** What else belongs into the zip. */
  papers?: readonly ZipEntry[]
  largeBytes?: number
}

const WORDS = { ...SET_WORDS, board: 'collection', relink: 'films', comps: 'comps' }

/** Bytes arrive in thousands of pieces. */
const SHOW_EVERY_MS = 100

/** Errors that every further clip would also get. */
const FINAL = ['PROMOTION_ENDED', 'SET_NOT_FOUND', 'UPGRADE_REQUIRED', 'SIGN_IN_REQUIRED', 'TOKEN_INVALID']

class NothingDownloaded extends Error {}

/** Downloads a set as one zip, one at a time. */
export function openBulkDownload(options: BulkOptions): BulkDownload {
  const { set, siteName, largeBytes = LARGE_BYTES } = options
  const $state = atom<BulkState>({ status: 'idle' })
  // Such as `nagare_kyoto-autumn_promo.zip`.
  const fileName = `${siteName.toLowerCase()}_${set.id}_${WORDS[set.kind]}.zip`
  let attempt: AbortController | undefined

  const isBusy = () => ['running', 'packing'].includes($state.get().status)

  async function start(clips: readonly SetClip[]) {
    if (isBusy()) return
    if (weightOf(clips) > largeBytes) $state.set({ status: 'asking', clips, toDisk: canWriteToDisk() })
    else await run(clips)
  }

  async function goOn() {
    const question = $state.get()
    if (question.status !== 'asking') return
    if (!question.toDisk) return run(question.clips)
    try {
      const file = await chooseZipFile(fileName)
      if (file) await run(question.clips, file)
    } catch (error) {
      console.warn('The browser does not let the page write to a file', error)
      $state.set({ ...question, toDisk: false })
    }
  }

  async function run(clips: readonly SetClip[], file?: WritableStream<Uint8Array>) {
    const mine = new AbortController()
    attempt = mine
    const zip = new Contents(clips, options, $state)
    $state.set(zip.progress())
    try {
      const entries = zip.entries(mine.signal)
      if (file) await packToDisk(entries, file, mine.signal)
      else {
        const zip = await packInMemory(entries)
        mine.signal.throwIfAborted()
        await saveBlob(zip, fileName)
      }
      $state.set({ status: 'done', saved: zip.packed.length, missing: zip.missing })
    } catch (error) {
      $state.set(failure(error, mine.signal))
    }
  }

  function cancel() {
    if (isBusy()) attempt?.abort()
    else $state.set({ status: 'idle' })
  }

  return { $state, start, goOn, cancel }
}

/** Contents of the zip, and the progress. */
class Contents {
  readonly packed: PackedClip[] = []
  readonly missing: SetClip[] = []
  readonly #clips: readonly SetClip[]
  readonly #options: BulkOptions
  readonly #state: ReturnType<typeof atom<BulkState>>
  readonly #names: ReadonlyMap<SetClip, string>
  /** By licence. */
  #certificates = Promise.resolve(new Map<string, ZipEntry>())
  #bytes = 0
  #totalBytes: number
  #shown = 0

  constructor(clips: readonly SetClip[], options: BulkOptions, state: ReturnType<typeof atom<BulkState>>) {
    this.#clips = clips
    this.#options = options
    this.#state = state
    this.#totalBytes = weightOf(clips)
    this.#names = namesOf(clips, options)
  }

  /** The films and their manifest. @throws NothingDownloaded if all of them failed */
  async *entries(signal: AbortSignal): AsyncGenerator<ZipEntry> {
    const { set } = this.#options
    const fetched = fetchedClips(this.#clips, {
      sign: (clip, signal) => signFilm(set, clip, signal),
      isFinal,
      signal,
      onBytes: (bytes) => this.#came(bytes),
    })
    for await (const one of fetched) {
      const entry = this.#entryOf(one)
      if (entry) yield entry
      // Those of shown sets are addresses in the manifest.
      if (!isShown(set)) this.#addCertificate(one.media?.licence, signal)
    }
    if (this.packed.length === 0) throw new NothingDownloaded()
    yield* (await this.#certificates).values()
    this.#state.set({ status: 'packing' })
    yield* this.#papers()
  }

  progress(): BulkState {
    return {
      status: 'running',
      bytes: this.#bytes,
      totalBytes: this.#totalBytes,
      clips: this.packed.length + this.missing.length,
      totalClips: this.#clips.length,
    }
  }

  #came(bytes: number) {
    this.#bytes += bytes
    if (performance.now() - this.#shown > SHOW_EVERY_MS) this.#show()
  }

  #show() {
    this.#shown = performance.now()
    this.#state.set(this.progress())
  }

  #entryOf(one: FetchedClip): ZipEntry | undefined {
    if (!one.media) {
      this.missing.push(one.clip)
      this.#show()
      return undefined
    }
    const file = this.#names.get(one.clip) ?? one.media.file_name
    // The size of a comp was a guess.
    this.#totalBytes += one.media.size - one.clip.byte_size
    this.packed.push({ clip: one.clip, file, media: one.media })
    this.#show()
    return { name: file, input: one.film }
  }

  /** One after the other, while films come. */
  #addCertificate(licence: string | undefined, signal: AbortSignal) {
    if (!licence) return
    this.#certificates = this.#certificates.then(async (drawn) => {
      const paper = drawn.has(licence) ? undefined : await certificateOf(licence, signal)
      return paper ? drawn.set(licence, paper) : drawn
    })
  }

  #papers(): ZipEntry[] {
    const { set, page, licenceText, papers = [] } = this.#options
    const manifest = manifestOf(
      { name: set.name, page, packed: this.packed, missing: this.missing },
      new Date(),
    )
    return [
      { name: 'licence.txt', input: licenceText(manifest) },
      { name: 'manifest.json', input: `${JSON.stringify(manifest, null, 2)}\n` },
      ...papers,
    ]
  }
}

/** In the order of the set, so that a comp and its film get the same name whichever comes first. */
function namesOf(clips: readonly SetClip[], { set, siteName }: BulkOptions): Map<SetClip, string> {
  const nameOf = uniqueNames()
  for (const name of ['licence.txt', 'manifest.json', 'relink.txt']) nameOf(name)
  const folder = set.kind === 'comps' ? 'comps/' : ''
  const named = (clip: SetClip) => folder + nameOf(clip.saveAs ?? downloadName(siteName, clip.file_name))
  return new Map(clips.map((clip) => [clip, named(clip)]))
}

function weightOf(clips: readonly SetClip[]): number {
  return clips.reduce((sum, { byte_size }) => sum + byte_size, 0)
}

/** The membership, the promotion or the session has ended. */
function isFinal(error: unknown): boolean {
  if (error instanceof ApiError) return FINAL.includes(error.answer.status)
  return error instanceof Error && error.message === 'No refresh token found'
}

function failure(error: unknown, signal: AbortSignal): BulkState {
  if (signal.aborted) return { status: 'failed', why: 'cancelled' }
  if (error instanceof NothingDownloaded) return { status: 'failed', why: 'nothing' }
  if (isFinal(error)) {
    const code = error instanceof ApiError ? error.answer.status : 'SIGN_IN_REQUIRED'
    return { status: 'failed', why: 'refused', code }
  }
  console.error('A set could not be packed', error)
  const noRoom = error instanceof DOMException && error.name === 'QuotaExceededError'
  return { status: 'failed', why: noRoom ? 'noRoom' : 'unexpected' }
}
