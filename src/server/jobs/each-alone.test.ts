import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { eachAlone, throwFailed } from './each-alone.ts'

const deps = { log: pino({ level: 'silent' }) }
const rows = [1, 2, 3, 4, 5].map((id) => ({ id }))
const away = () => Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' })

test('a row that fails does not stop the others, and is named at the end', async () => {
  const done: number[] = []
  const failed = await eachAlone(deps, rows, { what: 'clip' }, async ({ id }) => {
    if (id % 2 === 0) throw new Error(`no ${id}`)
    done.push(id)
  })
  expect(done).toEqual([1, 3, 5])
  expect(failed.map(({ id }) => id)).toEqual([2, 4])
  expect(() => throwFailed('clip', failed)).toThrow('2 failed; clip 2: Error: no 2; clip 4: Error: no 4')
  expect(() => throwFailed('clip', [])).not.toThrow()
})

test('the loop ends once three rows in succession find no database', async () => {
  const act = vi.fn(async () => {
    throw away()
  })
  await expect(eachAlone(deps, rows, { what: 'clip' }, act)).rejects.toThrow('no answer')
  expect(act).toHaveBeenCalledTimes(3)
})

test('rows that find no database now and then are left out like others', async () => {
  const failed = await eachAlone(deps, rows, { what: 'clip' }, async ({ id }) => {
    if (id !== 3) throw away()
  })
  expect(failed.map(({ id }) => id)).toEqual([1, 2, 4, 5])
})

test('an aborted loop ends before the next row', async () => {
  const stop = new AbortController()
  const act = vi.fn(async () => {
    stop.abort(new Error('stopping'))
    throw new Error('cut off')
  })
  const { signal } = stop
  await expect(eachAlone(deps, rows, { what: 'clip', signal }, act)).rejects.toThrow('cut off')
  await expect(eachAlone(deps, rows, { what: 'clip', signal }, act)).rejects.toThrow('stopping')
  expect(act).toHaveBeenCalledTimes(1)
})

test('a job names only the first few of many failed rows', () => {
  const many = Array.from({ length: 40 }, (_, id) => ({ id, error: new Error('no') }))
  expect(() => throwFailed('text', many)).toThrow(/^40 failed; text 0: Error: no; .*text 4: Error: no$/)
})
