import type { Deps } from '#server/deps.ts'
import type { ClipDetails } from '#server/library/clip-details.ts'
import { describeClip } from '#server/library/describe-clip.ts'
import { type Addition, idOfOriginal, publishClip } from '#server/library/publish-clip.ts'
import { replaceClip } from '#server/library/replace-clip.ts'
import { contentHash, watchFile } from './content-hash.ts'
import type { Footage } from './folder.ts'
import { joinNotes, NO_NOTES } from './notes/notes.ts'
import { probe } from './probe/probe.ts'
import { sniff } from './probe/sniff.ts'
import { Refusal } from './refusal.ts'
import { aloneWith, type RenderContext, renderAndStore } from './render/render-and-store.ts'
import type { RenderJob } from './render/render-job.ts'
import { detailsOf, saidOf } from './sheets/metadata.ts'
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

/** What to render, with the shop's word as its watermark. */
function jobOf(
  { deps: { site }, tools, signal }: IngestContext,
  given: Pick<RenderJob, 'input' | 'contentHash' | 'facts' | 'onProgress'>,
): RenderJob {
  return { ...given, tools, siteName: site.shop.identity.watermark || site.name, signal }
}

/** Publishes a file or updates a known clip. An interrupted run leaves its finished steps. @throws Refusal */
export async function ingestFile(
  context: IngestContext,
  footage: Footage,
  onProgress: (progress: StepProgress) => void,
): Promise<Outcome> {
  const { deps, tools, signal, seen } = context
  const { path, name: file, category } = footage
  onProgress({ step: 'reading', ratio: 0 })
  const { sniffed, hash, assertUnchanged } = await identify(path, signal)
  const twin = seen.get(hash)
  if (twin !== undefined) return { file, result: 'skipped', reason: `same content as ${twin}` }
  seen.set(hash, file)
  const known = (await idOfOriginal(deps.db, hash)) !== undefined
  const facts = known ? undefined : await probe(path, sniffed, tools, signal)
  const beside = footage.sidecar ? await readSidecar(footage.sidecar, signal) : NO_NOTES
  const update = () => updatePublished(context, footage, { hash, said: saidOf(footage.row, beside) })
  if (!facts) return (await update()) ?? { file, result: 'skipped', reason: 'removed meanwhile' }
  if (context.dryRun) return { file, result: 'made', kind: facts.kind }
  const job = jobOf(context, { input: path, contentHash: hash, facts, onProgress })
  return aloneWith(context, job, async () => {
    // A second process with the same original finds it published.
    const published = await update()
    if (published) return published
    const started = performance.now()
    const files = await renderAndStore(context, job, { file, assertUnchanged })
    const details = detailsOf(file, footage.row, joinNotes(beside, facts.notes), deps.site.name)
    const clip = { ...files, details }
    const id = await publishClip(deps, clip, category, context.addition)
    if (id === undefined) return { file, result: 'skipped', reason: 'already in the library' }
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1))
    return { file, result: 'made', id, kind: facts.kind, seconds, bytes: files.films.bytes }
  })
}

/** What a file is by its first bytes, and its hash. @throws Refusal */
async function identify(path: string, signal: AbortSignal | undefined) {
  const sniffed = await sniff(path)
  const assertUnchanged = await watchFile(path)
  return { sniffed, hash: await contentHash(path, signal), assertUnchanged }
}

/** What its row or sidecar says replaces a clip's details; undefined if the original is not published yet. */
async function updatePublished(
  { deps, dryRun }: IngestContext,
  { name: file, row, category }: Footage,
  { hash, said }: { hash: string; said: Partial<ClipDetails> },
): Promise<Outcome | undefined> {
  const id = await idOfOriginal(deps.db, hash)
  if (id === undefined) return undefined
  const named = row?.category ? category : undefined
  const changed = !dryRun && (await describeClip(deps, id, { details: said, category: named }))
  const reason = changed ? 'its details have changed' : 'already in the library'
  return { file, result: changed ? 'updated' : 'skipped', id, reason }
}

interface Replacement {
  path: string
  /** The file's name; visitors save the film under it. */
  name: string
  clip: number
  /** Whether the same file is rendered again, with today's presets. */
  again: boolean
}

/**
 * Replaces a clip's file and renders it. @throws Refusal, also if another clip was made of it;
 * AppError('mediaNotFound')
 */
export async function replaceFile(
  context: IngestContext,
  { path, name: file, clip, again }: Replacement,
  onProgress: (progress: StepProgress) => void,
): Promise<Outcome> {
  const { deps, tools, signal } = context
  onProgress({ step: 'reading', ratio: 0 })
  const { sniffed, hash, assertUnchanged } = await identify(path, signal)
  const known = await idOfOriginal(deps.db, hash)
  if (known !== undefined && known !== clip)
    throw new Refusal(`clip ${known} was made of the same file`, { code: 'known' })
  if (known === clip && !again)
    return { file, result: 'skipped', id: clip, reason: 'the clip has this file already' }
  const facts = await probe(path, sniffed, tools, signal)
  const job = jobOf(context, { input: path, contentHash: hash, facts, onProgress })
  return aloneWith(context, job, async () => {
    const files = await renderAndStore(context, job, { file, assertUnchanged })
    await replaceClip(deps, clip, files, context.addition?.within)
    return { file, result: 'made', id: clip, kind: facts.kind, bytes: files.films.bytes }
  })
}
