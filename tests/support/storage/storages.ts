import { afterAll, beforeAll, describe } from 'vitest'
import { startTestServer, type TestServer } from '../shop/server.ts'
import { startBucket, type TestBucket } from './bucket.ts'

export interface StoredShop {
  server: TestServer
  /** Whether the bucket itself sends full films, by its own clock and without comparing signatures. */
  bucketSends: boolean
  /** Moves the clock of the server, also of what it signs; a bucket's own clock is the real one. */
  shiftClock(ms: number): void
  /** Asks the server, or whoever an absolute address names; redirects are not followed. */
  get(url: string, headers?: Record<string, string>): Promise<Response>
}

type Delivery = 'proxy' | 'redirect'
type Suite = (shop: () => StoredShop) => void

/**
 * The same suite on a server whose films are in a folder, on one that sends them from a bucket, and on one that leaves
 * it to the bucket to send them.
 */
export function describeEachStorage(name: string, suite: Suite): void {
  describeEachAddress(name, suite)
  describeShop(`${name} (s3)`, suite, 'proxy')
}

/** The same suite for each kind of address that full films have: the site's own, and a bucket's. */
export function describeEachAddress(name: string, suite: Suite): void {
  describeShop(`${name} (disk)`, suite)
  describeShop(`${name} (s3, redirecting)`, suite, 'redirect')
}

/** The same suite wherever this server sends full films: from a folder, and from a bucket. */
export function describeEachSender(name: string, suite: Suite): void {
  describeShop(`${name} (disk)`, suite)
  describeShop(`${name} (s3)`, suite, 'proxy')
}

function describeShop(name: string, suite: Suite, delivery?: Delivery): void {
  describe(name, () => {
    let bucket: TestBucket | undefined
    let shop: StoredShop
    beforeAll(async () => {
      if (delivery) bucket = await startBucket()
      shop = await openShop(bucket, delivery)
    })
    afterAll(async () => {
      await shop?.server.close()
      await bucket?.close()
    })
    suite(() => shop)
  })
}

async function openShop(bucket: TestBucket | undefined, delivery = ''): Promise<StoredShop> {
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const env = bucket ? { STORAGE_URL: bucket.storageUrl, MEDIA_DELIVERY: delivery } : undefined
  const server = await startTestServer({ now, env })
  return {
    server,
    bucketSends: delivery === 'redirect',
    shiftClock(ms) {
      offset = ms
    },
    get: (url, headers = {}) => fetch(new URL(url, server.url), { headers, redirect: 'manual' }),
  }
}
