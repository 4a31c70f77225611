import { atom } from 'nanostores'
import { ApiError } from '#contract/request.ts'
import { closeBatch, uploadKnown } from '#contract/studio/clips/uploads-calls.ts'
import type { Size } from '#domain/clips/film-size.ts'
import { isSmallPhoto } from '#domain/studio/uploads/small-photo.ts'
import { isFootage, kindOfName, type UploadKind } from '#domain/studio/uploads/upload-kinds.ts'
import { requestAs } from '../auth/authorised.ts'
import { hashFile } from './hash-file.ts'
import type { FoundFile } from './read-drop.ts'
import { SendRefused, sendFile } from './send-file.ts'
import { forgetUnsent, type UnsentFile } from './unsent-files.ts'

/**
 * `queued` also after a lost connection, until the retry. `asking`: a small photograph waits for the editor's word.
 * `sent` and the three after it are final.
 */
export type SendState =
  | 'queued'
  | 'checking'
  | 'asking'
  | 'sending'
  | 'sent'
  | 'known'
  | 'refused'
  | 'removed'

export interface Sending {
  key: number
  file: File
  folder: string
  kind: UploadKind
  /** Files dropped together. */
  batch: string
  replaces: number | undefined
  state: SendState
  /** Bytes that were read to compare the file with the library. */
  hashed: number
  /** Bytes that the server has. */
  sent: number
  /** Of a photograph that is small, until the editor wants it nevertheless. */
  small: Size | undefined
  isWanted: boolean
  /** Id of the upload at the server, once it has one. */
  id: string | undefined
  /** The clip with the same bytes. */
  clip: number | undefined
  /** The server's error code. */
  problem: string | undefined
}

/** A file that is not accepted; known before sending. */
export interface NotTaken {
  name: string
  folder: string
  why: 'kind' | 'empty' | 'twice'
}

/** Files that are sent from this tab, oldest first. */
export const $sendings = atom<readonly Sending[]>([])
export const $paused = atom(false)

const AT_ONCE = 3
const PROGRESS_MS = 250
const LONGEST_RETRY_MS = 30_000
const ENDS: readonly SendState[] = ['sent', 'known', 'refused', 'removed']

const FRESH = {
  ...({ state: 'queued', hashed: 0, sent: 0, isWanted: false } as const),
  ...{ small: undefined, id: undefined, clip: undefined, problem: undefined },
}
/** Bytes. A larger photograph is not small, and is not decoded to find out. */
const MOST_SMALL = 4e6

let lastKey = 0
const running = new Map<number, AbortController>()
const progress = new Map<number, Partial<Pick<Sending, 'sent' | 'hashed'>>>()
/** Batches that the server still waits for. */
const openBatches = new Set<string>()
/** Batches of an earlier page with files that were chosen again. */
const earlierBatches = new Set<string>()

export const isOver = ({ state }: Sending) => ENDS.includes(state)

/** Adds files to the queue. Returns those that are not accepted, and why. */
export function addFiles(found: readonly FoundFile[], replaces?: number): NotTaken[] {
  const batch = crypto.randomUUID()
  const notTaken: NotTaken[] = []
  const added: Sending[] = []
  for (const { file, folder } of found) {
    const kind = kindOfName(file.name)
    const why = !kind ? 'kind' : file.size === 0 ? 'empty' : isQueued(file, folder) ? 'twice' : undefined
    if (why) notTaken.push({ name: file.name, folder, why })
    if (why || !kind) continue
    added.push({ key: ++lastKey, file, folder, kind, batch, replaces, ...FRESH })
  }
  if (added.length > 0) openBatches.add(batch)
  // Sheets and sidecars go first: the server may render footage before the last of a large batch has arrived.
  added.sort((a, b) => Number(isFootage(a.kind)) - Number(isFootage(b.kind)))
  for (const { file } of added) forgetUnsent({ name: file.name, bytes: file.size })
  $sendings.set([...$sendings.get(), ...added])
  pump()
  return notTaken
}

/** Files that the server has not heard of. */
export function unsentFiles(): UnsentFile[] {
  const fresh = $sendings.get().filter((one) => !(one.id || isOver(one)))
  return fresh.map(({ file, folder }) => ({ name: file.name, folder, bytes: file.size }))
}

/** Hidden files that systems leave in folders; nobody meant to send them. */
export const isLitter = ({ file }: FoundFile) =>
  file.name.startsWith('.') || /^(?:thumbs\.db|desktop\.ini)$/i.test(file.name)

function isQueued(file: File, folder: string): boolean {
  return $sendings
    .get()
    .some(
      (one) =>
        !isOver(one) && one.folder === folder && one.file.name === file.name && one.file.size === file.size,
    )
}

/** Stops sending until resumeAll(); sent bytes stay at the server. */
export function pauseAll(): void {
  $paused.set(true)
  for (const abort of running.values()) abort.abort(new DOMException('paused', 'AbortError'))
}

export function resumeAll(): void {
  $paused.set(false)
  pump()
}

/** Removes a file from the queue. The caller cancels its upload at the server. */
export function removeSending(key: number): void {
  change(key, { state: 'removed' })
  running.get(key)?.abort(new DOMException('removed', 'AbortError'))
  closeFinishedBatches()
  pump()
}

/** Takes files off the list that nothing more happens to. */
export function clearOver(which: (one: Sending) => boolean = () => true): void {
  $sendings.set($sendings.get().filter((one) => !(isOver(one) && which(one))))
}

/** Sends small photographs nevertheless. */
export function wantSmall(): void {
  for (const { key, state } of $sendings.get())
    if (state === 'asking') change(key, { state: 'queued', isWanted: true, small: undefined })
  pump()
}

function pump(): void {
  if ($paused.get()) return
  for (const one of $sendings.get()) {
    if (running.size >= AT_ONCE) return
    if (one.state === 'queued' && !running.has(one.key)) void run(one)
  }
}

async function run(one: Sending, attempt = 1): Promise<void> {
  const { key } = one
  const abort = new AbortController()
  running.set(key, abort)
  const outcome = await send(one, abort.signal).catch((error: unknown) => outcomeOf(error, abort.signal))
  progress.delete(key)
  if (find(key)?.state !== 'removed') change(key, outcome)
  if (outcome.state === 'queued' && !abort.signal.aborted) {
    // Counts as running meanwhile, so that others do not hammer an unreachable server.
    await pause(retryAfter(attempt), abort.signal)
    if (!abort.signal.aborted) return run(find(key) ?? one, attempt + 1)
  }
  running.delete(key)
  closeFinishedBatches()
  pump()
}

async function send(one: Sending, signal: AbortSignal): Promise<Partial<Sending>> {
  const { key, file, folder, kind, batch, replaces } = one
  change(key, { state: 'checking' })
  const small = kind === 'image' && !one.isWanted ? await sizeIfSmall(file) : undefined
  if (small) return { state: 'asking', small }
  // The server compares it with what arrived.
  const sha256 = await hashOrNone(one, signal)
  const known = sha256 && isFootage(kind) ? (await requestAs(uploadKnown, { sha256 }, { signal })).clip : null
  if (known !== null) return { state: 'known', clip: known }
  change(key, { state: 'sending' })
  await sendFile(file, {
    metadata: {
      filename: file.name,
      folder,
      batch,
      sha256,
      replaces: replaces === undefined ? undefined : String(replaces),
    },
    signal,
    onProgress: (sent) => noteProgress(key, { sent }),
    onId: (id) => change(key, { id }),
    onResume: (batch) => earlierBatches.add(batch),
  })
  return { state: 'sent', sent: file.size }
}

/** The size of a small photograph; undefined for others, and for those that this browser cannot decode. */
async function sizeIfSmall(file: File): Promise<Size | undefined> {
  if (file.size > MOST_SMALL) return undefined
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const { width, height } = picture
  picture.close()
  return isSmallPhoto({ width, height }) ? { width, height } : undefined
}

/** Without a hash the server finds duplicates itself, and compares the length only. @throws if the file cannot be read */
async function hashOrNone({ key, file }: Sending, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await hashFile(file, { signal, onProgress: (hashed) => noteProgress(key, { hashed }) })
  } catch (error) {
    if (signal.aborted || (error instanceof DOMException && error.name === 'NotReadableError')) throw error
    console.warn('A file is being sent without its hash', error)
    return undefined
  }
}

function outcomeOf(error: unknown, signal: AbortSignal): Partial<Sending> {
  if (signal.aborted) return { state: 'queued' }
  if (error instanceof SendRefused) return { state: 'refused', problem: error.code }
  if (error instanceof ApiError && error.status < 500 && error.status !== 429)
    return { state: 'refused', problem: error.answer.status }
  if (error instanceof DOMException && error.name === 'NotReadableError')
    return { state: 'refused', problem: 'NOT_READABLE' }
  console.warn('A file could not be sent; retrying', error)
  return { state: 'queued' }
}

const retryAfter = (attempt: number) => Math.min(LONGEST_RETRY_MS, 1000 * 2 ** (attempt - 1))

/** Ends early when the browser is online again. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** Once the server has a whole batch, it reads the sheets and renders the footage. */
function closeFinishedBatches(): void {
  const sendings = $sendings.get()
  for (const batch of openBatches) {
    const files = sendings.filter((one) => one.batch === batch)
    if (!files.every(isOver)) continue
    openBatches.delete(batch)
    if (files.some(({ state }) => state === 'sent')) void close(batch)
  }
  // Other files chosen again may belong to them, too.
  if (!sendings.every(isOver)) return
  for (const batch of earlierBatches) void close(batch)
  earlierBatches.clear()
}

/** Repeated while the server is unreachable. If the page is left, the server closes the batch a minute later. */
async function close(batch: string, attempt = 1): Promise<void> {
  try {
    await requestAs(closeBatch, { id: batch })
  } catch (error) {
    console.warn('A batch could not be closed', error)
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return
    await pause(retryAfter(attempt))
    return close(batch, attempt + 1)
  }
}

const find = (key: number) => $sendings.get().find((one) => one.key === key)

function change(key: number, values: Partial<Sending>): void {
  $sendings.set($sendings.get().map((one) => (one.key === key ? { ...one, ...values } : one)))
}

let flush: ReturnType<typeof setTimeout> | undefined

/** Written together a few times a second: each write renders the list again. */
function noteProgress(key: number, made: Partial<Pick<Sending, 'sent' | 'hashed'>>): void {
  progress.set(key, { ...progress.get(key), ...made })
  if (flush !== undefined) return
  flush = setTimeout(() => {
    flush = undefined
    $sendings.set(
      $sendings.get().map((one) => {
        const made = progress.get(one.key)
        return made ? { ...one, ...made } : one
      }),
    )
  }, PROGRESS_MS)
}
