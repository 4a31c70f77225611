import { idOfOriginal } from '#server/library/publish-clip.ts'
import { replaceClip } from '#server/library/replace-clip.ts'
import { contentHash, watchFile } from './content-hash.ts'
import type { IngestContext, Outcome } from './ingest-file.ts'
import { probe } from './probe/probe.ts'
import { sniff } from './probe/sniff.ts'
import { Refusal } from './refusal.ts'
import { aloneWith, renderAndStore } from './render/render-and-store.ts'
import type { StepProgress } from './steps.ts'

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
  const sniffed = await sniff(path)
  const assertUnchanged = await watchFile(path)
  const hash = await contentHash(path, signal)
  const known = await idOfOriginal(deps.db, hash)
  if (known !== undefined && known !== clip)
    throw new Refusal(`clip ${known} was made of the same file`, { code: 'known' })
  if (known === clip && !again)
    return { file, result: 'skipped', id: clip, reason: 'the clip has this file already' }
  const facts = await probe(path, sniffed, tools, signal)
  const job = { input: path, contentHash: hash, facts, tools, siteName: deps.site.name, onProgress, signal }
  return aloneWith(context, job, async () => {
    const files = await renderAndStore(context, job, { file, assertUnchanged })
    await replaceClip(deps, clip, files, context.addition?.within)
    return { file, result: 'made', id: clip, kind: facts.kind, bytes: files.films.bytes }
  })
}
