import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachKey } from './each-key.ts'

const { signal } = new AbortController()
const keys = Array.from({ length: 250 }, (_, index) => index)

test('every key is processed, eight at once, and the list is not read far ahead', async () => {
  let [running, most, read] = [0, 0, 0]
  const done: number[] = []
  let ahead = 0
  function* list() {
    for (const key of keys) {
      read++
      yield key
    }
  }
  await eachKey(list(), signal, async (key) => {
    most = Math.max(most, ++running)
    ahead = Math.max(ahead, read - done.length)
    await turn()
    running--
    done.push(key)
  })
  expect(done.toSorted((a, b) => a - b)).toEqual(keys)
  expect(most).toBe(8)
  expect(ahead).toBeLessThanOrEqual(101)
})

test('it ends at the first failure, and on abort', async () => {
  const done: number[] = []
  const work = async (key: number) => {
    await turn()
    if (key === 3) throw new Error('no room')
    done.push(key)
  }
  await expect(eachKey(keys, signal, work)).rejects.toThrow('no room')
  expect(done.length).toBeLessThan(keys.length)
  const stop = new AbortController()
  const some: number[] = []
  async function* slowly() {
    for (const key of keys) {
      if (key === 5) stop.abort(new Error('stopped'))
      yield key
    }
  }
  await expect(eachKey(slowly(), stop.signal, async (key) => void some.push(key))).rejects.toThrow('stopped')
  expect(some.length).toBeLessThanOrEqual(5)
  const last = eachKey([1], signal, () => Promise.reject(new Error('the last')))
  await expect(last).rejects.toThrow('the last')
})
