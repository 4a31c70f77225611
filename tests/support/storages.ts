import { afterAll, beforeAll, describe } from 'vitest'
import { startBucket, type TestBucket } from './bucket.ts'
import { startTestServer, type TestServer } from './server.ts'

export interface StoredShop {
  server: TestServer
  /** Moves the clock of the server, also of what it signs; a bucket's own clock is the real one. */
  shiftClock(ms: number): void
  /** Asks the server, or whoever an absolute address names; redirects are not followed. */
  get(url: string, headers?: Record<string, string>): Promise<Response>
}

/** The same suite on a server whose films are in a folder, and on one whose films are in a bucket. */
export function describeEachStorage(name: string, suite: (shop: () => StoredShop) => void): void {
  for (const driver of ['disk', 's3'] as const) {
    describe(`${name} (${driver})`, () => {
      let bucket: TestBucket | undefined
      let shop: StoredShop
      beforeAll(async () => {
        if (driver === 's3') bucket = await startBucket()
        shop = await openShop(bucket)
      })
      afterAll(async () => {
        await shop?.server.close()
        await bucket?.close()
      })
      suite(() => shop)
    })
  }
}

async function openShop(bucket: TestBucket | undefined): Promise<StoredShop> {
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const server = await startTestServer({ now, env: bucket ? { STORAGE_URL: bucket.storageUrl } : {} })
  return {
    server,
    shiftClock(ms) {
      offset = ms
    },
    get: (url, headers = {}) => fetch(new URL(url, server.url), { headers, redirect: 'manual' }),
  }
}
