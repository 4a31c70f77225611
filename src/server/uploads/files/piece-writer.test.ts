import { expect, test, vi } from 'vitest'
import { PieceWriter } from './piece-writer.ts'

const MB = 1024 ** 2

/** Notes what it stores; `answer` is the bucket's. */
function aStore(answer: () => Promise<void> = async () => {}) {
  const pieces: Buffer[] = []
  const lengths: number[] = []
  const open = (bytes: number, storeMs?: number) =>
    new PieceWriter(
      { bytes, received: 0 },
      (piece) => {
        pieces.push(piece)
        lengths.push(piece.length)
        return answer()
      },
      storeMs,
    )
  return { open, pieces, lengths }
}

/** Its memory is its own, as that of a chunk from the network is. */
const chunkOf = (bytes: number) => Buffer.from(new ArrayBuffer(bytes))

test('pieces are eight megabytes, and smaller the more uploads there are', async () => {
  const { open, lengths } = aStore()
  const send = async (writer: PieceWriter, bytes: number) => {
    lengths.length = 0
    await writer.write(Buffer.alloc(bytes))
    await writer.end()
    return [...lengths]
  }
  expect(await send(open(9 * MB), 9 * MB)).toEqual([8 * MB, MB])
  const others = Array.from({ length: 11 }, () => open(1))
  expect(await send(open(5 * MB), 5 * MB)).toEqual([4 * MB, MB])
  others.push(...Array.from({ length: 60 }, () => open(1)))
  expect(await send(open(3 * MB), 3 * MB)).toEqual([MB, MB, MB])
  for (const other of others) await other.end()
  expect(await send(open(9 * MB), 9 * MB)).toEqual([8 * MB, MB])
})

test('a sender waits only while there is no room; memory is freed at once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { open, lengths, pieces } = aStore(() => promise)
  const writer = open(20)
  const [small, full] = [chunkOf(5), chunkOf(15)]
  expect(writer.write(small)).toBeUndefined()
  expect([small.length, lengths]).toEqual([0, []])
  const storing = writer.write(full)
  expect(storing).toBeInstanceOf(Promise)
  await storing
  expect([full.length, lengths]).toEqual([0, [20]])
  resolve()
  await writer.end()
  expect(pieces[0]!.length).toBe(0)
})

test('a slow sender’s bytes are stored after a while, one piece at a time and none empty', async () => {
  let answer = Promise.withResolvers<void>()
  const { open, lengths } = aStore(() => answer.promise)
  const writer = open(20, 5)
  writer.write(Buffer.from('a'))
  await vi.waitFor(() => expect(lengths).toEqual([1]))
  writer.write(Buffer.from('bc'))
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(lengths).toEqual([1])
  const first = answer
  answer = Promise.withResolvers()
  answer.resolve()
  first.resolve()
  await vi.waitFor(() => expect(lengths).toEqual([1, 2]))
  await new Promise((resolve) => setTimeout(resolve, 40))
  await writer.end()
  expect(lengths).toEqual([1, 2])
})

test('after the bucket has refused a piece nothing more is stored', async () => {
  const { open, lengths, pieces } = aStore(() => Promise.reject(new Error('the bucket refuses')))
  const writer = open(20, 5)
  writer.write(Buffer.from('ab'))
  await vi.waitFor(() => expect(lengths).toEqual([2]))
  await expect(async () => writer.write(Buffer.from('c'))).rejects.toThrow('the bucket refuses')
  await expect(writer.end()).rejects.toThrow('the bucket refuses')
  expect([lengths, pieces[0]!.toString()]).toEqual([[2], 'ab'])
  const long = open(20)
  await expect(long.write(Buffer.alloc(50))).rejects.toThrow('the bucket refuses')
  await expect(long.end()).rejects.toThrow('the bucket refuses')
  const late = open(20, 5)
  late.write(Buffer.from('ab'))
  const ending = late.end()
  await expect(ending).rejects.toThrow('the bucket refuses')
  expect(lengths).toEqual([2, 20, 2])
})
