import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ResumedRead } from './resumed-read.ts'

const OBJECT = randomBytes(1_000_000)

/** A store that hangs up after `each` bytes of an answer, and counts requests and bytes. */
function shakyStore(each: number) {
  const asked: number[] = []
  const streams: Readable[] = []
  let sent = 0
  const open = async (start: number) => {
    asked.push(start)
    let at = start
    const until = Math.min(start + each, OBJECT.length)
    const stream = new Readable({
      read() {
        const chunk = OBJECT.subarray(at, Math.min(at + 16_384, until))
        at += chunk.length
        sent += chunk.length
        if (chunk.length > 0) this.push(chunk)
        else if (until === OBJECT.length) this.push(null)
        else this.destroy(new Error('hung up'))
      },
    })
    streams.push(stream)
    return stream
  }
  return { open, asked, streams, sent: () => sent }
}

async function readAll(store: ReturnType<typeof shakyStore>, part = { start: 0, end: OBJECT.length - 1 }) {
  return new ResumedRead(await store.open(part.start), part, store.open)
}

test('a broken read resumes where it stopped, byte for byte', async () => {
  const store = shakyStore(300_000)
  expect((await buffer(await readAll(store))).equals(OBJECT)).toBe(true)
  expect(store.asked.length).toBeGreaterThan(3)
  const part = await buffer(await readAll(store, { start: 500_000, end: 999_999 }))
  expect(part.equals(OBJECT.subarray(500_000))).toBe(true)
})

test('a silent store ends the read with the reason', async () => {
  await expect(buffer(await readAll(shakyStore(0)))).rejects.toThrow('hung up')
  const once = shakyStore(100_000)
  const gone = async () => Promise.reject(new Error('gone'))
  const read = new ResumedRead(await once.open(0), { start: 0, end: OBJECT.length - 1 }, gone)
  await expect(buffer(read)).rejects.toThrow('gone')
})

test('an object that became shorter is an error', async () => {
  const short = async () => Readable.from([Buffer.alloc(0)], { objectMode: false })
  const read = new ResumedRead(await short(), { start: 0, end: 9 }, short)
  await expect(buffer(read)).rejects.toThrow('shorter')
})

test('nothing is buffered for a paused reader, and nothing is held once the store hangs up', async () => {
  const store = shakyStore(OBJECT.length)
  const read = await readAll(store)
  read.once('data', () => read.pause())
  await once(read, 'pause')
  for (let turns = 0; turns < 100; turns++) await turn()
  expect(store.sent()).toBeLessThan(400_000)
  store.streams[0]!.destroy(new Error('idle for too long'))
  for (let turns = 0; turns < 100; turns++) await turn()
  expect(store.asked).toEqual([0])
  await buffer(read)
  expect(store.asked).toHaveLength(2)
})

test('without a reader nothing fails when the store hangs up', async () => {
  const store = shakyStore(OBJECT.length)
  const read = await readAll(store)
  store.streams[0]!.destroy(new Error('idle for too long'))
  for (let turns = 0; turns < 10; turns++) await turn()
  expect((await buffer(read)).equals(OBJECT)).toBe(true)
})

test('a leaving reader closes the store’s connection', async () => {
  const store = shakyStore(OBJECT.length)
  const read = await readAll(store)
  await once(read, 'readable')
  read.destroy()
  await once(read, 'close')
  expect(store.streams[0]!.destroyed).toBe(true)
})
