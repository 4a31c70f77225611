import { summaryOf } from '#server/backup/damage/damage.ts'
import type { Manifest } from '#server/backup/target/backup-files.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { type OperationKey, readOperation } from '#server/overview/operations.ts'

type Noting = Pick<Deps, 'db' | 'now'>

// The studio, `/readyz` and the metrics read these rows.

export async function noteBackup({ db }: Noting, { at, database, media }: Manifest): Promise<void> {
  await db.deleteFrom('operations').where('key', '=', 'backup.damage').execute()
  await note(db, 'backup', { at, bytes: database.bytes + media.bytes + media.objectBytes })
}

/** The operator gets one mail, not one for each day. */
export async function noteDamage({ db, now }: Noting, faults: readonly string[]): Promise<void> {
  const at = now().toISOString()
  const fault = summaryOf(faults)
  await db.transaction().execute(async (trx) => {
    const known = await readOperation(trx, 'backup.damage')
    await note(trx, 'backup.damage', { at, fault })
    if (!known) await queueMail(trx, { mail: 'backupTrouble', trouble: 'damaged', fault, at })
  })
}

/** @param fault why it could not be restored; undefined if it could */
export async function noteProof({ db, now }: Noting, id: string, fault?: string): Promise<void> {
  const at = now().toISOString()
  await db.transaction().execute(async (trx) => {
    await note(trx, 'backup.proof', { at, id, ...(fault && { fault }) })
    if (!fault) return
    // The next backup is made at once.
    await trx.deleteFrom('operations').where('key', '=', 'backup').execute()
    await queueMail(trx, { mail: 'backupTrouble', trouble: 'unproven', fault: `${id}: ${fault}`, at })
  })
}

async function note(db: Deps['db'], key: OperationKey, content: object): Promise<void> {
  const value = JSON.stringify(content)
  await db
    .insertInto('operations')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
