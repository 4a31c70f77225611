import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { aClip } from '../../support/database/rows.ts'
import { open } from '../../support/http/raw-http.ts'
import { aMember } from '../../support/shop/members.ts'
import { describeEachSender } from '../../support/storage/storages.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** More than the kernel buffers for a client that does not read. */
const FILM = Buffer.alloc(32_000_000, 7)
/** Time left of the link when the transfer begins. */
const LEFT_MS = 600

describeEachSender('slow readers', (shop) => {
  let clip: { id: number; cloudpath: string }

  beforeAll(async () => {
    const { deps } = shop().server
    clip = await aClip(deps.db)
    await deps.storage.put(clip.cloudpath, FILM, 'video/mp4')
  })

  /** A client that starts a transfer shortly before its link ends, and stops reading. */
  async function slowReader() {
    const { server, shiftClock, get } = shop()
    const member = await aMember(server.deps, { membership: 'pro' })
    shiftClock(0)
    const played = await get(`/api/medias/${clip.id}/video?token=${member.access_token}`)
    const target = played.headers.get('location')!
    const expires = Number(new URL(target, server.url).searchParams.get('exp')) * 1000
    const socket = open(server.url)
    socket.on('error', () => {})
    shiftClock(expires - LEFT_MS - Date.now())
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nRange: bytes=0-\r\nConnection: close\r\n\r\n`)
    await once(socket, 'readable')
    return { member, socket }
  }

  async function restOf(socket: Socket): Promise<number> {
    let bytes = 0
    socket.on('data', (chunk) => {
      bytes += chunk.length
    })
    await once(socket, 'close')
    return bytes
  }

  test('a member may finish, however slowly', async () => {
    const { socket } = await slowReader()
    await sleep(2 * LEFT_MS)
    expect(await restOf(socket)).toBeGreaterThan(FILM.length)
  })

  test('a former member gets nothing more once the link has ended', async () => {
    const { member, socket } = await slowReader()
    await shop()
      .server.deps.db.updateTable('users')
      .set({ granted_membership: null })
      .where('id', '=', member.id)
      .execute()
    await sleep(2 * LEFT_MS)
    expect(await restOf(socket)).toBeLessThan(FILM.length / 2)
  })

  test('nor does a deleted account', async () => {
    const { member, socket } = await slowReader()
    await shop().server.deps.db.deleteFrom('users').where('id', '=', member.id).execute()
    await sleep(2 * LEFT_MS)
    expect(await restOf(socket)).toBeLessThan(FILM.length / 2)
  })

  test('nothing is buffered for readers that do not read', async () => {
    const before = memory()
    const readers: Socket[] = []
    for (let n = 0; n < 12; n++) readers.push((await slowReader()).socket)
    await sleep(500)
    // The films are 384 MB together. What other tests left may take a while to go.
    await expect.poll(() => memory() - before, { timeout: 10_000, interval: 500 }).toBeLessThan(80_000_000)
    for (const socket of readers) socket.destroy()
  })
})

/** Bytes that this process cannot free, including the server's, also outside the heap. */
function memory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
