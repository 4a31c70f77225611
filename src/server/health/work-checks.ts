import { DAY_MS, MINUTE_MS } from '#domain/dates/spans.ts'
import { neglectedKind } from '#server/jobs/job-rows.ts'
import { figuresJob } from '#server/overview/figures-job.ts'
import { readBackupTrouble, readOperation } from '#server/overview/operations.ts'
import { readQueue } from '#server/overview/queue.ts'
import { countedAt } from '#server/overview/read-overview.ts'
import { found, type HealthCheck } from './check.ts'

/** How long a due job may wait while none of its kind runs. */
const TAKEN_WITHIN_MS = 5 * MINUTE_MS
/** Of a backup that somebody makes by hand. */
const OLD_BACKUP_MS = 7 * DAY_MS
const OLD_PROOF_MS = 31 * DAY_MS

const TROUBLES = { damaged: 'damaged', unproven: 'unproven', failed: 'failed', late: 'oldBackup' } as const

export const workChecks: HealthCheck[] = [
  {
    name: 'jobs',
    needs: 'migrations',
    async run({ deps: { db } }) {
      const waiting = await neglectedKind(db, { seconds: TAKEN_WITHIN_MS / 1000, always: figuresJob.kind })
      if (waiting) return found('nobodyWorks', { kind: waiting.kind, sinceAt: waiting.since })
      const lastAt = await countedAt(db)
      return lastAt ? found('ok', { lastAt }) : found('noServer')
    },
  },
  {
    name: 'failedJobs',
    needs: 'migrations',
    async run({ deps: { db } }) {
      const { failing, given_up } = (await readQueue(db)).jobs
      return failing + given_up > 0 ? found('failing', { failing, givenUp: given_up }) : found('ok')
    },
  },
  {
    name: 'backup',
    needs: 'migrations',
    async run({ deps }) {
      const trouble = await readBackupTrouble(deps)
      const last = await readOperation(deps.db, 'backup')
      if (trouble && (last || trouble !== 'late')) return found(TROUBLES[trouble], { lastAt: last?.at ?? '' })
      if (!last) return found('noBackup')
      const isOld = deps.now().getTime() - Date.parse(last.at) > OLD_BACKUP_MS
      return found(isOld ? 'oldBackup' : 'ok', { lastAt: last.at })
    },
  },
  {
    name: 'proof',
    needs: 'backup',
    async run({ deps: { db, now } }) {
      const proof = await readOperation(db, 'backup.proof')
      if (!proof && !(await readOperation(db, 'backup'))) return found('waits', { check: 'backup' })
      if (proof?.fault) return found('unproven')
      const isNew = proof && now().getTime() - Date.parse(proof.at) < OLD_PROOF_MS
      return isNew ? found('ok', { lastAt: proof.at }) : found('neverProven')
    },
  },
]
