import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { testEnvironment } from '../../support/shop/server.ts'
import { sha256Of, type TusClient, tusClient } from '../../support/studio/tus.ts'
import { startUploadFleet } from '../../support/studio/upload-fleet.ts'
import { startMortal } from '../crash/mortal-server.ts'
import { howMany, LONG } from '../support/long.ts'

const SCHEDULES = howMany({ quick: 3, long: 30 })
const KILLS = 12
const MB = 1024 ** 2
const BYTES = 3 * MB

/** A request at one of the servers, for a share of what is left; the server's store answers late. */
interface Step {
  server: number
  does: 'stalls' | 'is cut' | 'asks' | 'ends'
  share: number
  lateMs: number
}

const step: fc.Arbitrary<Step> = fc.record({
  server: fc.nat(2),
  does: fc.constantFrom('stalls', 'stalls', 'is cut', 'is cut', 'asks', 'ends'),
  share: fc.double({ min: 0.01, max: 1, noNaN: true }),
  lateMs: fc.constantFrom(0, 0, 30, 300, 2_500),
})

describe.each(LONG ? (['postgres', 'sqlite'] as const) : (['postgres'] as const))(
  'uploads through several servers (%s)',
  (engine) => {
    let shop: Awaited<ReturnType<typeof startUploadFleet>>
    beforeAll(async () => {
      shop = await startUploadFleet(engine)
    })
    afterAll(() => shop.fleet.close())

    test('arrive byte for byte, in any schedule of cuts, stalls and late stores', {
      timeout: 540_000,
    }, async () => {
      const late = shop.fleet.servers.map(({ deps }) => answersLate(deps.uploads.files))
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
          const film = randomBytes(BYTES)
          const sha256 = sha256Of(film)
          const id = await shop.clients[0].create(film.length, { filename: 'a.mp4', sha256 })
          const opened: ReturnType<TusClient['open']>[] = []
          for (const { server, does, share, lateMs } of steps) {
            const client = shop.clients[server]!
            const offset = await offsetOf(client, id)
            if (offset === film.length) break
            if (does === 'asks') continue
            late[server]!.ms = lateMs
            const request = client.open(id, offset, film.subarray(offset))
            opened.push(request)
            void request.write(Math.ceil((film.length - offset) * share))
            if (does === 'ends') request.end()
            await sleep(20)
            if (does === 'is cut') request.destroy()
          }
          for (const each of late) each.ms = 0
          await sendRest(shop.clients[1], { id, film })
          for (const request of opened) request.destroy()
          expect(await shop.rowOf(id)).toMatchObject({ state: 'waiting', received: film.length, restarts: 0 })
          expect(await shop.storedHash(id)).toBe(sha256)
        }),
        { numRuns: SCHEDULES },
      )
    })

    test.runIf(LONG)('arrive byte for byte though servers are killed', { timeout: 540_000 }, async () => {
      const { config } = shop.fleet.servers[0]!
      const own = await mkdtemp(join(tmpdir(), 'nagare-mortal-'))
      onTestFinished(() => rm(own, { recursive: true, force: true }))
      const { database } = config
      const env = {
        ...testEnvironment(shop.fleet.bucket ? own : config.dataDir),
        DATABASE_URL: database.engine === 'postgres' ? database.url : `sqlite:${database.file}`,
        STORAGE_URL: shop.fleet.bucket?.storageUrl ?? `file:${config.dataDir}/media`,
        ...{ AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
      }
      const film = randomBytes(BYTES)
      const sha256 = sha256Of(film)
      for (let kill = 0; kill < KILLS; kill++) {
        const mortal = await startMortal(env)
        const doomed = tusClient(mortal, shop.headers)
        const id = await doomed.create(film.length, { filename: 'a.mp4', sha256 })
        const request = doomed.open(id, 0, film)
        // Often the last byte, so that it dies in the check.
        void request.write(kill % 2 ? film.length : Math.ceil(Math.random() * film.length))
        await sleep(Math.random() * 300)
        await mortal.kill()
        await sendRest(shop.clients[1], { id, film })
        expect(await shop.rowOf(id)).toMatchObject({ state: 'waiting', restarts: 0 })
        expect(await shop.storedHash(id)).toBe(sha256)
      }
    })
  },
)

type Files = Awaited<ReturnType<typeof startUploadFleet>>['fleet']['servers'][0]['deps']['uploads']['files']

/** Its writes wait, as on a bucket or a disk that is slow. */
function answersLate(files: Files): { ms: number } {
  const how = { ms: 0 }
  const write = files.write.bind(files)
  const spy = vi.spyOn(files, 'write').mockImplementation(async (lease) => {
    const { ms } = how
    const writer = await write(lease)
    return {
      write: async (chunk) => {
        await sleep(ms)
        await writer.write(chunk)
      },
      end: async () => {
        await sleep(ms)
        await writer.end()
      },
    }
  })
  onTestFinished(() => spy.mockRestore())
  return how
}

/** As a real client: asks again while another request has the upload. */
function offsetOf(client: TusClient, id: string): Promise<number> {
  return vi.waitFor(
    async () => {
      const answer = await client.head(id)
      expect(answer.status).toBe(200)
      return Number(answer.headers.get('upload-offset'))
    },
    { timeout: 40_000, interval: 100 },
  )
}

async function sendRest(client: TusClient, { id, film }: { id: string; film: Buffer }): Promise<void> {
  for (let offset = await offsetOf(client, id); offset < film.length; offset = await offsetOf(client, id))
    expect([204, 409, 423]).toContain((await client.patch(id, offset, film.subarray(offset))).status)
}
