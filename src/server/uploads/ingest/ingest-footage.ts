import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { audit } from '#server/audit.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type Footage, readFolder } from '#server/ingest/folder.ts'
import { type IngestContext, ingestFile, type Outcome } from '#server/ingest/ingest-file.ts'
import { replaceFile } from '#server/ingest/replace-file.ts'
import { findTools } from '#server/ingest/tools.ts'
import { originalKey } from '#server/media/storage-key.ts'
import { layOut, nameOf, type UploadRow } from './lay-out.ts'
import type { UploadRun } from './upload-run.ts'

interface Work {
  row: UploadRow
  run: UploadRun
  /** Folder for this upload alone. */
  root: string
  signal: AbortSignal
}

/** Makes a clip from an upload, replaces a clip's file, or renders a clip again. @throws Refusal, NoLongerWanted */
export async function ingestFootage(deps: Deps, work: Work): Promise<void> {
  const { row, run } = work
  const context = await contextOf(deps, work)
  const outcome =
    row.replaces === null ? await makeClip(deps, context, work) : await replace(deps, context, work)
  if (outcome.result === 'made') return
  const { id: clip } = outcome as { id?: number }
  await run.end('ready', { clip, reason: 'known', text: `${outcome.reason}${clip ? `: clip ${clip}` : ''}` })
}

async function contextOf(deps: Deps, { row, run, signal }: Work): Promise<IngestContext> {
  const { work, keepOriginals } = deps.uploads
  await mkdir(work, { recursive: true, mode: 0o700 })
  return {
    ...{ deps, tools: await findTools(), work, signal, dryRun: false, seen: new Map() },
    keepOriginal: keepOriginals && row.held === 'upload',
    onPoster: (poster) => run.write({ poster }),
    addition: {
      state: row.target,
      by: actorOf(row),
      within: (trx, id) => settle(trx, { deps, row, run, id }),
    },
  }
}

/** Runs in the clip's transaction. */
async function settle(
  trx: Trx,
  { deps, row, run, id }: { deps: Deps; row: UploadRow; run: UploadRun; id: number },
): Promise<void> {
  await run.end('ready', { clip: id }, trx)
  // New clips are logged elsewhere.
  if (row.replaces === null) return
  const action = row.held === 'original' ? 'clip.rendered' : 'clip.replace'
  const detail = { source: id, upload: row.id, file: row.file_name }
  await audit(trx, { actor: actorOf(row), action, userId: null, detail, at: deps.now() })
}

const actorOf = ({ user_id }: UploadRow) => (user_id === null ? 'cli' : { id: user_id })

async function makeClip(
  deps: Deps,
  context: IngestContext,
  { row, run, root, signal }: Work,
): Promise<Outcome> {
  await layOut(deps, { row, root, signal })
  return ingestFile(context, await footageOf(root, nameOf(row)), run.report)
}

async function footageOf(root: string, name: string): Promise<Footage> {
  const { footage } = await readFolder(root, true)
  const found = footage.find((file) => file.name.normalize('NFC') === name)
  if (!found) throw new Error(`${name} is not among the footage`)
  return found
}

async function replace(
  deps: Deps,
  context: IngestContext,
  { row, run, root, signal }: Work,
): Promise<Outcome> {
  const again = row.held === 'original'
  if (again) await fetchOriginal(deps, { row, root, signal })
  else await layOut(deps, { row: { ...row, batch: null }, root, signal })
  const file = { path: join(root, nameOf(row)), name: row.file_name, clip: row.replaces!, again }
  return replaceFile(context, file, run.report)
}

async function fetchOriginal(
  { storage }: Deps,
  { row, root, signal }: Pick<Work, 'row' | 'root' | 'signal'>,
): Promise<void> {
  const path = join(root, nameOf(row))
  await rm(root, { recursive: true, force: true })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(await storage.read(originalKey(row.sha256)), createWriteStream(path), { signal })
}
