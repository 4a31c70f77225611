import type { Deps } from '#server/deps.ts'
import type { ClipDetails } from '#server/library/clip-details.ts'
import { describeClip } from '#server/library/describe-clip.ts'
import { type Addition, idOfOriginal, publishClip } from '#server/library/publish-clip.ts'
import { contentHash, watchFile } from './content-hash.ts'
import type { Footage } from './folder.ts'
import { joinNotes, NO_NOTES, type Notes } from './notes/notes.ts'
import { probe } from './probe/probe.ts'
import { sniff } from './probe/sniff.ts'
import { aloneWith, type RenderContext, renderAndStore } from './render/render-and-store.ts'
import type { RenderJob } from './render/render-job.ts'
import { detailsOf, leavesOut } from './sheets/metadata.ts'
import type { StepProgress } from './steps.ts'
import { readSidecar } from './still/decode-still.ts'
import type { Tools } from './tools.ts'

export type Outcome =
  /** A dry run only knows the kind. `bytes` are those of the full film. */
  | { file: string; result: 'made'; id?: number; kind: 'video' | 'image'; seconds?: number; bytes?: number }
  | { file: string; result: 'updated' | 'skipped'; id?: number; reason: string }
  | { file: string; result: 'refused' | 'failed'; reason: string }

export interface IngestContext extends RenderContext {
  deps: Pick<Deps, 'db' | 'storage' | 'site' | 'now'>
  tools: Tools
  /** State of a new clip; default: published. */
  addition?: Addition
  dryRun: boolean
  signal?: AbortSignal | undefined
  /** The first file of this run with each content hash. */
  seen: Map<string, string>
}

/** Publishes a file or updates a known clip. An interrupted run leaves its finished steps. @throws Refusal */
export async function ingestFile(
  context: IngestContext,
  footage: Footage,
  onProgress: (progress: StepProgress) => void,
): Promise<Outcome> {
  const { deps, tools, signal, seen } = context
  onProgress({ step: 'reading', ratio: 0 })
  const sniffed = await sniff(footage.path)
  const assertUnchanged = await watchFile(footage.path)
  const hash = await contentHash(footage.path, signal)
  const twin = seen.get(hash)
  if (twin !== undefined) return { file: footage.name, result: 'skipped', reason: `same content as ${twin}` }
  seen.set(hash, footage.name)
  const known = (await idOfOriginal(deps.db, hash)) !== undefined
  const facts = !known || needsNotes(footage) ? await probe(footage.path, sniffed, tools, signal) : undefined
  const described = await describe(context, footage, facts?.notes ?? NO_NOTES)
  if (!facts || known) return (await updatePublished(context, described, hash)) ?? gone(footage)
  if (context.dryRun) return { file: footage.name, result: 'made', kind: facts.kind }
  const original = { input: footage.path, contentHash: hash, facts }
  const job = { ...original, tools, siteName: deps.site.name, onProgress, signal }
  return makeClip(context, described, job, assertUnchanged)
}

const gone = ({ name: file }: Footage): Outcome => ({ file, result: 'skipped', reason: 'removed meanwhile' })

/** Without a row or a sidecar, a known clip keeps its details. */
const isDescribed = ({ row, sidecar }: Footage) => row !== undefined || sidecar !== undefined

const needsNotes = (footage: Footage) => isDescribed(footage) && (!footage.row || leavesOut(footage.row))

interface Described extends Footage {
  details: ClipDetails
}

/** The sidecar wins over the file's notes, and the row over both. */
async function describe({ deps, signal }: IngestContext, footage: Footage, own: Notes): Promise<Described> {
  const { name, row, sidecar } = footage
  const notes = sidecar ? joinNotes(await readSidecar(sidecar, signal), own) : own
  return { ...footage, details: detailsOf(name, row, notes, deps.site.name) }
}

/** undefined if the original is not published yet. */
async function updatePublished(
  { deps, dryRun }: IngestContext,
  footage: Described,
  hash: string,
): Promise<Outcome | undefined> {
  const id = await idOfOriginal(deps.db, hash)
  if (id === undefined) return undefined
  const changed = isDescribed(footage) && !dryRun && (await describeClip(deps, id, footage))
  const reason = changed ? 'its details have changed' : 'already in the library'
  return { file: footage.name, result: changed ? 'updated' : 'skipped', id, reason }
}

/** Under a lock: a second process with the same original finds it published. */
async function makeClip(
  context: IngestContext,
  footage: Described,
  job: RenderJob,
  assertUnchanged: () => Promise<void>,
): Promise<Outcome> {
  return aloneWith(context, job, async () => {
    const known = await updatePublished(context, footage, job.contentHash)
    return known ?? (await renderAndPublish(context, footage, job, assertUnchanged))
  })
}

async function renderAndPublish(
  context: IngestContext,
  footage: Described,
  job: RenderJob,
  assertUnchanged: () => Promise<void>,
): Promise<Outcome> {
  const started = performance.now()
  const { details, category, name } = footage
  const files = await renderAndStore(context, job, { file: name, assertUnchanged })
  const id = await publishClip(context.deps, { ...files, details }, category, context.addition)
  if (id === undefined) return inLibrary(name, await idOfOriginal(context.deps.db, job.contentHash))
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1))
  return { file: name, result: 'made', id, kind: job.facts.kind, seconds, bytes: files.films.bytes }
}

const inLibrary = (file: string, id: number | undefined): Outcome => ({
  file,
  result: 'skipped',
  ...(id !== undefined && { id }),
  reason: 'already in the library',
})
