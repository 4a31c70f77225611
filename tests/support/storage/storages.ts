import { afterAll, beforeAll, describe } from 'vitest'
import { IN_LONG_TEST } from '../runs.ts'
import { PATIENT, startTestServer, type TestServer } from '../shop/server.ts'
import { startBucket, type TestBucket } from './bucket.ts'

export interface StoredShop {
  server: TestServer
  /** Whether the bucket sends full films itself. It uses the real clock and compares no signatures. */
  bucketSends: boolean
  /** Moves the clock of the server and of its signatures, not of the bucket. */
  shiftClock(ms: number): void
  /** GET from the server or an absolute address, without following redirects. */
  get(url: string, headers?: Record<string, string>): Promise<Response>
}

type Delivery = 'proxy' | 'redirect'
type Suite = (shop: () => StoredShop, bucketSends: boolean) => void

/** The same suite with films in a folder, in a bucket behind the server, and in a bucket that sends them itself. */
export function describeEachStorage(name: string, suite: Suite): void {
  describeEachAddress(name, suite)
  describeShop(`${name} (s3)`, suite, 'proxy')
}

/** The same suite for both addresses of full films: the site's own and a bucket's. */
export function describeEachAddress(name: string, suite: Suite): void {
  describeShop(`${name} (disk)`, suite)
  describeShop(`${name} (s3, redirecting)`, suite, 'redirect')
}

/** The same suite for both sources the server sends from: a folder and a bucket. */
export function describeEachSender(name: string, suite: Suite): void {
  describeShop(`${name} (disk)`, suite)
  describeShop(`${name} (s3)`, suite, 'proxy')
}

/** The same suite with a bucket, and in the long test with a folder, too. */
export function describeBucket(name: string, suite: Suite): void {
  if (IN_LONG_TEST) describeShop(`${name} (disk)`, suite)
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
    suite(() => shop, delivery === 'redirect')
  })
}

async function openShop(bucket: TestBucket | undefined, delivery = ''): Promise<StoredShop> {
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const stored = bucket && { STORAGE_URL: bucket.storageUrl, MEDIA_DELIVERY: delivery }
  const server = await startTestServer({ now, env: { TRUST_PROXY: 'on', ...stored }, limits: PATIENT })
  return {
    server,
    bucketSends: delivery === 'redirect',
    shiftClock(ms) {
      offset = ms
    },
    get: (url, headers = {}) => fetch(new URL(url, server.url), { headers, redirect: 'manual' }),
  }
}
