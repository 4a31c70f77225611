import { audit, orderedBy } from '#server/audit.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type IngestContext, ingestFile, type Outcome, replaceFile } from '#server/ingest/ingest-file.ts'
import { findTools } from '#server/ingest/tools.ts'
import { fetchFile, fetchFootage } from './fetch-footage.ts'
import type { UploadRow, UploadRun } from './upload-run.ts'

/** Makes a clip from an upload, replaces a clip's file, or renders a clip again. @throws Refusal, NoLongerWanted */
export async function ingestFootage(deps: Deps, run: UploadRun): Promise<void> {
  const outcome = await ingest(deps, run, await contextOf(deps, run))
  if (outcome.result === 'made') return
  const { id: clip } = outcome as { id?: number }
  await run.end('ready', { clip, reason: 'known', text: `${outcome.reason}${clip ? `: clip ${clip}` : ''}` })
}

async function ingest(deps: Deps, run: UploadRun, context: IngestContext): Promise<Outcome> {
  const { row } = run
  if (row.replaces === null) return ingestFile(context, await fetchFootage(deps, run), run.report)
  const path = await fetchFile(deps, row, run)
  const file = { path, name: row.file_name, clip: row.replaces, again: row.held === 'original' }
  return replaceFile(context, file, run.report)
}

async function contextOf(deps: Deps, run: UploadRun): Promise<IngestContext> {
  const { row, signal } = run
  const { work, keepOriginals } = deps.uploads
  return {
    ...{ deps, tools: await findTools(), work, signal, dryRun: false, seen: new Map() },
    keepOriginal: keepOriginals && row.held === 'upload',
    onPoster: (poster) => run.write({ poster }),
    addition: {
      state: row.target,
      by: actorOf(row),
      within: (trx, id) => settle(trx, { deps, run, id }),
    },
  }
}

/** Runs in the clip's transaction. */
async function settle(
  trx: Trx,
  { deps, run, id }: { deps: Deps; run: UploadRun; id: number },
): Promise<void> {
  const { row } = run
  await run.end('ready', { clip: id }, trx)
  // New clips are logged elsewhere.
  if (row.replaces === null) return
  const action = row.held === 'original' ? 'clip.rendered' : 'clip.replace'
  const detail = { source: id, upload: row.id, file: row.file_name }
  await audit(trx, { actor: actorOf(row), action, userId: null, detail, at: deps.now() })
}

const actorOf = ({ user_id, api_key }: UploadRow) => (user_id === null ? 'cli' : orderedBy(user_id, api_key))
