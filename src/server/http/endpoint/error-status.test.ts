import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { likeClip } from '#server/likes/likes.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aClip } from '../../../../tests/support/database/rows.ts'
import { codeOf } from './error-status.ts'

test('an expected error keeps its code', () => {
  expect(codeOf(new AppError('upgradeRequired'))).toBe('upgradeRequired')
})

test('a full disk is storageFull', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('create table notes (text text); pragma max_page_count = 4')
  const fill = () => db.prepare('insert into notes values (?)').run('x'.repeat(100_000))
  expect(codeOf(failureOf(fill))).toBe('storageFull')
  db.close()
})

test('an unreachable database is unavailable', async () => {
  const refused = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve))
  expect(codeOf(refused)).toBe('unavailable')
})

describeEachDatabase('an account that is deleted during its own request', (open) => {
  test('is unavailable, so that the next try learns why', async () => {
    const db = await open()
    const { id } = await aClip(db)
    const deleted = { id: 12_345, membership: 'free' } as const
    const failure = await likeClip({ db, now: () => new Date() }, deleted, id).catch((error) => error)
    expect(codeOf(failure)).toBe('unavailable')
  })
})

test('any other error is unexpected', () => {
  expect(codeOf(new TypeError('undefined is not a function'))).toBe('unexpected')
  expect(codeOf('thrown text')).toBe('unexpected')
})

function failureOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('It did not fail')
}
