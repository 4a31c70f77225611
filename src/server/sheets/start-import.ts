import { setImmediate as othersTurn } from 'node:timers/promises'
import { AppError } from '#contract/errors.ts'
import type { BulkOperation } from '#contract/studio/clips/library.ts'
import type { SheetImport } from '#contract/studio/clips/sheets.ts'
import type { Person } from '#domain/membership/membership.ts'
import { inParts, ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import { addOperation, type Ordering, order } from '#server/library/bulk/operations.ts'
import { planImport } from './plan-import.ts'

/**
 * Orders the previewed changes; they run as a job, and can be undone. Clips changed meanwhile stay as they are. @throws
 * AppError('previewOutdated') if the sheet would now do something else
 */
export async function importSheet(
  deps: Ordering,
  person: Person,
  { name, bytes, digest }: SheetImport,
): Promise<BulkOperation> {
  const { plan, wanted } = await planImport(deps.db, Buffer.from(bytes, 'base64'))
  if (plan.digest !== digest)
    throw new AppError('previewOutdated', 'the library has changed since the preview')
  return order(deps, async (trx) => {
    const change = { kind: 'import', file: name } as const
    const ids = wanted.map(({ id }) => id)
    const operation = await addOperation(trx, { person, change, ids, at: deps.now() })
    for (const part of inParts(wanted, ROWS_AT_ONCE)) {
      await othersTurn()
      const rows = part.map(({ id, version, to }) => ({
        operation_id: operation.id,
        source_id: id,
        wanted: JSON.stringify(to),
        version,
      }))
      await trx.insertInto('bulk_wanted').values(rows).execute()
    }
    return operation
  })
}
