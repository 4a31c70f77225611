import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { BulkInput, BulkOperation, LastOperation } from '#contract/studio/clips/library.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { BulkChange } from '#domain/studio/library/bulk-change.ts'
import type { Acting } from '#server/audit.ts'
import { findCategory } from '#server/clips/list-categories.ts'
import type { Database, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueJob } from '#server/jobs/job-rows.ts'

export const BULK_KIND = 'library-bulk'

/** An operation's order: a change, a sheet's changes, or an undo. */
export type OperationChange = BulkChange | { kind: 'import'; file: string } | { kind: 'undo'; of: number }

export type Ordering = Pick<Deps, 'db' | 'now' | 'events'>

/** Orders a change of clips; it runs as a job. @throws AppError('badRequest') for an unknown category or a past time */
export async function startBulk(deps: Ordering, person: Person, input: BulkInput): Promise<BulkOperation> {
  await checkChange(deps, input)
  const ids = [...new Set(input.ids)]
  return order(deps, (trx) => addOperation(trx, { person, change: input.change, ids, at: deps.now() }))
}

/** @throws as startBulk() */
export async function checkChange(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { change }: BulkInput,
): Promise<void> {
  if (change.kind === 'category' && !(await findCategory({ db }, change.category)))
    throw new AppError('badRequest', 'category: there is no such category')
  if (change.kind === 'schedule' && Date.parse(change.at) <= now().getTime())
    throw new AppError('badRequest', 'at: must be in the future')
}

/**
 * Orders the undo of a finished operation; clips changed since stay. @throws AppError('notFound') for another person's
 * operation, or one that cannot be undone
 */
export async function undoBulk(deps: Ordering, person: Person, id: number): Promise<BulkOperation> {
  return order(deps, async (trx) => {
    const operation = await trx
      .selectFrom('bulk_operations')
      .selectAll()
      .where('id', '=', id)
      .$if(!isAdmin(person), (query) => query.where('user_id', '=', person.id))
      .executeTakeFirst()
    if (!operation || !isUndoable(operation)) throw new AppError('notFound', 'this cannot be taken back')
    const changes = trx.selectFrom('bulk_changes').select('source_id').where('operation_id', '=', id)
    const ids = (await changes.orderBy('source_id').execute()).map(({ source_id }) => source_id)
    const undo = await addOperation(trx, { person, change: { kind: 'undo', of: id }, ids, at: deps.now() })
    const { numUpdatedRows } = await trx
      .updateTable('bulk_operations')
      .set({ undone_by: undo.id })
      .where('id', '=', id)
      .where('undone_by', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('notFound', 'this has been taken back')
    return undo
  })
}

/** @throws AppError('notFound') */
export async function bulkOperation({ db }: Pick<Deps, 'db'>, id: number): Promise<BulkOperation> {
  const row = await db.selectFrom('bulk_operations').select(SHOWN).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return viewOperation(row)
}

/** The person's last order. */
export async function lastOperation({ db }: Pick<Deps, 'db'>, { id }: Person): Promise<LastOperation> {
  const own = db.selectFrom('bulk_operations').select(SHOWN).where('user_id', '=', id)
  const row = await own.orderBy('id', 'desc').limit(1).executeTakeFirst()
  return { operation: row ? viewOperation(row) : null }
}

/** Queues the order that `add` writes, in its transaction. */
export async function order(
  { db, events }: Ordering,
  add: (trx: Trx) => Promise<BulkOperation>,
): Promise<BulkOperation> {
  const operation = await db.transaction().execute(async (trx) => {
    const added = await add(trx)
    // One at a time, in order: a run takes all that wait; another payload makes it run again.
    await queueJob(trx, { kind: BULK_KIND, payload: { upTo: added.id }, once: BULK_KIND })
    return added
  })
  events.emit('jobQueued')
  return operation
}

interface NewOperation {
  person: Acting
  change: OperationChange
  ids: number[]
  at: Date
}

export async function addOperation(
  trx: Trx,
  { person, change, ids, at }: NewOperation,
): Promise<BulkOperation> {
  const row = {
    user_id: person.id,
    api_key: person.key?.id ?? null,
    change: JSON.stringify(change),
    ids: JSON.stringify(ids),
    total: ids.length,
    undoes: change.kind === 'undo' ? change.of : null,
    created: at.toISOString(),
  }
  const added = await trx.insertInto('bulk_operations').values(row).returning(SHOWN).executeTakeFirstOrThrow()
  return viewOperation(added)
}

/** Without the ids, which may be many. */
const SHOWN = [
  ...(['id', 'change', 'total', 'position', 'changed', 'unchanged', 'refused', 'failed'] as const),
  ...(['created', 'finished', 'undone_by'] as const),
] as const
type Shown = Pick<Selectable<Database['bulk_operations']>, (typeof SHOWN)[number]>

function viewOperation(row: Shown): BulkOperation {
  const { change, undone_by, refused, failed, ...rest } = row
  return {
    ...rest,
    kind: kindOf(row),
    refused: JSON.parse(refused),
    failed: JSON.parse(failed),
    undoable: isUndoable(row),
  }
}

const kindOf = ({ change }: Pick<Shown, 'change'>) => (JSON.parse(change) as OperationChange).kind

function isUndoable(row: Pick<Shown, 'change' | 'finished' | 'undone_by' | 'changed'>): boolean {
  const kind = kindOf(row)
  return (
    kind !== 'delete' && kind !== 'undo' && row.changed > 0 && row.finished !== null && row.undone_by === null
  )
}
