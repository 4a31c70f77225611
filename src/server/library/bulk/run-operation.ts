import { setTimeout as sleep } from 'node:timers/promises'
import {
  type BulkColumns,
  type Outcome,
  outcomeOf,
  type Refusal,
} from '#domain/studio/library/bulk-change.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import { findCategory } from '#server/clips/list-categories.ts'
import { isDatabaseAway } from '#server/db/database-error.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { NEW_CLIP_POPULARITY } from '../clip-rows.ts'
import { bulkClips, type StoredClip, writeClips } from './bulk-clips.ts'
import { finishOperation } from './finish-operation.ts'
import {
  actorOf,
  leaveOut,
  type OperationRow,
  operationRow,
  refusedWithoutRight,
  SHOWN_TAGS,
} from './operation-row.ts'
import type { OperationChange } from './operations.ts'

/** Clips per transaction: other writers wait for it. */
const BATCH = 200
/** Between two batches. Other writers retry every ten milliseconds, and give up after three seconds. */
const PAUSE_MS = 15
/** Every invalidation renders pages again, so not for each batch. */
const INVALIDATED_EVERY_MS = 4_000
/** Smaller operations get a log entry per clip. */
const AUDITED_SINGLY = 200

type RunDeps = Pick<Deps, 'db' | 'now'>

/** Runs an operation from its position to its end. A killed run continues: each clip once. */
export async function runOperation(deps: RunDeps, id: number, signal: AbortSignal): Promise<void> {
  const operation = await operationRow(deps.db, id)
  const ids: number[] = JSON.parse(operation.ids)
  let invalidated = performance.now()
  for (let position = operation.position; position < ids.length; ) {
    signal.throwIfAborted()
    if (await refusedWithoutRight(deps.db, id)) break
    const isDue = performance.now() - invalidated > INVALIDATED_EVERY_MS
    position = await nextBatch(deps, { id, ids, position, isDue })
    if (isDue) invalidated = performance.now()
    await sleep(PAUSE_MS)
  }
  await finishOperation(deps, id)
}

interface Place {
  id: number
  ids: readonly number[]
  position: number
  /** Whether visitors' pages have waited for long enough. */
  isDue: boolean
}

/** Changes the next clips and returns the new position. If that fails, one by one, and leaves out those that fail. */
async function nextBatch({ db, now }: RunDeps, { id, ids, position, isDue }: Place): Promise<number> {
  const change = (size: number) =>
    db.transaction().execute(async (trx) => {
      if (isDue && size === BATCH) await invalidate(trx, SHOWN_TAGS)
      return step(trx, { id, ids, size, at: now() })
    })
  try {
    return await change(BATCH)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
  }
  const end = Math.min(position + BATCH, ids.length)
  let at = position
  while (at < end) {
    try {
      at = await change(1)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      await leaveOut(db, { operation: id, position: at, clip: ids[at]!, error })
      at++
    }
  }
  return at
}

/** The next batch. Another process that has taken the job over waits for the row lock, then continues. */
async function step(
  trx: Trx,
  { id, ids, size, at }: Pick<Place, 'id' | 'ids'> & { size: number; at: Date },
): Promise<number> {
  const operation = await operationRow(trx, id, { lock: true })
  const change: OperationChange = JSON.parse(operation.change)
  const batch = ids.slice(operation.position, operation.position + size)
  const clips = await bulkClips(trx, batch, { lock: true })
  const outcomes = await outcomesOf(trx, { operation: id, change, batch, clips, at: at.toISOString() })
  const changes = outcomes.flatMap(({ id, outcome }) =>
    outcome && 'to' in outcome ? [{ id, to: outcome.to }] : [],
  )
  await writeClips(trx, changes, at.toISOString())
  await keepBefore(trx, { operation, changes, clips, at })
  await count(trx, operation, outcomes)
  return operation.position + batch.length
}

interface Judged {
  id: number
  outcome: Outcome
}
interface Batch {
  operation: number
  change: OperationChange
  batch: readonly number[]
  clips: ReadonlyMap<number, StoredClip>
  at: string
}

async function outcomesOf(trx: Trx, { operation, change, batch, clips, at }: Batch): Promise<Judged[]> {
  if (change.kind === 'delete') throw new Error('clips are deleted elsewhere')
  const kept = await keptValues(trx, { change, operation, ids: batch })
  const judge = (id: number): Outcome => {
    const clip = clips.get(id)
    if (!clip) return { refused: 'gone' }
    if (change.kind !== 'undo' && change.kind !== 'import')
      return outcomeOf(change, clip, { at, popularity: NEW_CLIP_POPULARITY })
    const values = kept.get(id)
    return values?.version === clip.version ? { to: values.to } : { refused: 'changedSince' }
  }
  const judged = batch.map((id) => ({ id, outcome: judge(id) }))
  return withoutLostCategories(trx, judged)
}

/** A category may have been deleted since the order. */
async function withoutLostCategories(trx: Trx, judged: readonly Judged[]): Promise<Judged[]> {
  const lost = new Set<string>()
  const keys = new Set(judged.map(({ outcome }) => outcome && 'to' in outcome && outcome.to.category))
  for (const key of keys) if (key && !(await findCategory({ db: trx }, key))) lost.add(key)
  return judged.map(({ id, outcome }) => {
    const isLost = outcome && 'to' in outcome && outcome.to.category && lost.has(outcome.to.category)
    return { id, outcome: isLost ? { refused: 'gone' } : outcome }
  })
}

/** An import's wanted values, or an undo's former ones, for clips that are still at this version. */
async function keptValues(
  trx: Trx,
  { change, operation, ids }: { change: OperationChange; operation: number; ids: readonly number[] },
): Promise<Map<number, { to: Partial<BulkColumns>; version: number }>> {
  const rows =
    change.kind === 'undo'
      ? await trx
          .selectFrom('bulk_changes')
          .select(['source_id', 'before as values', 'version'])
          .where('operation_id', '=', change.of)
          .where(oneOf(trx, 'source_id', ids))
          .execute()
      : change.kind === 'import'
        ? await trx
            .selectFrom('bulk_wanted')
            .select(['source_id', 'wanted as values', 'version'])
            .where('operation_id', '=', operation)
            .where(oneOf(trx, 'source_id', ids))
            .execute()
        : []
  return new Map(rows.map((row) => [row.source_id, { to: JSON.parse(row.values), version: row.version }]))
}

interface Changed {
  operation: OperationRow
  changes: readonly { id: number; to: Partial<BulkColumns> }[]
  clips: ReadonlyMap<number, StoredClip>
  at: Date
}

async function keepBefore(trx: Trx, { operation, changes, clips, at }: Changed): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ id, to }) => {
    const clip = clips.get(id)!
    const columns = Object.keys(to) as (keyof BulkColumns)[]
    const before = Object.fromEntries(columns.map((column) => [column, clip[column]]))
    return { id, before, after: to, version: clip.version + 1 }
  })
  const kept = rows.map(({ id, before, version }) => ({
    operation_id: operation.id,
    source_id: id,
    before: JSON.stringify(before),
    version,
  }))
  await trx.insertInto('bulk_changes').values(kept).execute()
  if (operation.total > AUDITED_SINGLY) return
  const kind = (JSON.parse(operation.change) as OperationChange).kind
  const isOwnAct = kind === 'publish' || kind === 'hide' || kind === 'trash' || kind === 'restore'
  const action = isOwnAct ? `clip.${kind}` : 'clip.edit'
  for (const { id, before, after } of rows) {
    const detail = { source: id, operation: operation.id, before, after }
    await audit(trx, { actor: actorOf(operation), action, userId: null, detail, at })
  }
}

async function count(trx: Trx, operation: OperationRow, outcomes: readonly Judged[]): Promise<void> {
  const refused: Partial<Record<Refusal, number>> = JSON.parse(operation.refused)
  let [changed, unchanged] = [0, 0]
  for (const { outcome } of outcomes) {
    if (!outcome) unchanged++
    else if ('refused' in outcome) refused[outcome.refused] = (refused[outcome.refused] ?? 0) + 1
    else changed++
  }
  await trx
    .updateTable('bulk_operations')
    .set(({ eb }) => ({
      position: operation.position + outcomes.length,
      changed: eb('changed', '+', changed),
      unchanged: eb('unchanged', '+', unchanged),
      refused: JSON.stringify(refused),
    }))
    .where('id', '=', operation.id)
    .execute()
}
