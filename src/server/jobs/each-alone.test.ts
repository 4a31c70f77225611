import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { eachAlone, eachStep, throwFailed, togetherOrAlone } from './each-alone.ts'

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

test('rows are acted on together; only if that fails, each alone', async () => {
  const parts: number[][] = []
  const note = async (some: readonly { id: number }[]) => {
    parts.push(some.map(({ id }) => id))
    if (some.some(({ id }) => id === 3)) throw new Error('no 3')
  }
  expect(await togetherOrAlone(deps, rows.slice(0, 2), { what: 'clip' }, note)).toEqual([])
  expect(parts).toEqual([[1, 2]])
  const failed = await togetherOrAlone(deps, rows, { what: 'clip' }, note)
  expect(parts.slice(1)).toEqual([[1, 2, 3, 4, 5], [1], [2], [3], [4], [5]])
  expect(failed.map(({ id, error }) => [id, String(error)])).toEqual([[3, 'Error: no 3']])
})

test('aborted together, they are not tried alone', async () => {
  const stop = new AbortController()
  const act = vi.fn(async () => {
    stop.abort()
    throw new Error('cut off')
  })
  await expect(togetherOrAlone(deps, rows, { what: 'clip', signal: stop.signal }, act)).rejects.toThrow(
    'cut off',
  )
  expect(act).toHaveBeenCalledTimes(1)
})

test('a step that fails does not stop the next, and none begins once aborted', async () => {
  const done: string[] = []
  const steps = {
    first: async () => done.push('first'),
    second: () => Promise.reject(new Error('no')),
    third: async () => done.push('third'),
  }
  await expect(eachStep(deps, steps)).rejects.toThrow('1 failed; step second: Error: no')
  expect(done).toEqual(['first', 'third'])
  await eachStep(deps, { first: steps.first })
  await expect(eachStep(deps, steps, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping')
  expect(done).toEqual(['first', 'third', 'first'])
})

test('a failed row is logged with what it is and why', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  await eachAlone({ log }, rows.slice(0, 1), { what: 'clip' }, () => Promise.reject(new Error('no')))
  expect(JSON.parse(lines.join())).toMatchObject({ what: 'clip', id: 1, err: { message: 'no' } })
})

test('a row that fails by itself shows that the database is there', async () => {
  const failed = await eachAlone(deps, rows, { what: 'clip' }, async ({ id }) => {
    if (id === 3) throw new Error('no 3')
    throw away()
  })
  expect(failed.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
})
