import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { contentDisposition } from '#server/media/content-disposition.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { openS3Storage } from '#server/media/s3-storage.ts'
import { type Signing, verifyMediaRequest } from '#server/media/signed-url.ts'
import type { Storage } from '#server/media/storage.ts'
import { startBucket } from './bucket.ts'

interface Served {
  status: number
  body: string
  disposition: string | undefined
}

/** A store of one kind, open during a suite. */
export interface TestStore {
  storage: Storage
  /** Moves the clock that signs; verification uses the real one. */
  signAt(offsetMs: number): void
  /** A browser's answer for a signed URL. */
  serve(url: string): Promise<Served>
  /** Names of unfinished uploads. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

/** The same suite on a folder and on a real S3 server, by path and by virtual host. */
export function describeEachStore(name: string, suite: (store: () => TestStore) => void): void {
  const kinds = {
    disk: diskStore,
    's3, path style': () => s3Store({ pathStyle: true }),
    's3, virtual host': () => s3Store({ pathStyle: false }),
  }
  for (const [kind, open] of Object.entries(kinds)) {
    describe(`${name} (${kind})`, () => {
      let store: TestStore
      beforeAll(async () => {
        store = await open()
      })
      afterAll(() => store.close())
      suite(() => store)
    })
  }
}

async function diskStore(): Promise<TestStore> {
  const root = await mkdtemp(join(tmpdir(), 'nagare-store-'))
  const { signing, signAt } = movableSigning()
  const storage = await openDiskStorage(root, signing)
  return {
    storage,
    signAt,
    serve: (url) => serveFromDisk(storage, { ...signing, now: () => new Date() }, url),
    leftovers: () => readdir(join(root, '.tmp')),
    close: () => rm(root, { recursive: true, force: true }),
  }
}

async function serveFromDisk(storage: Storage, signing: Signing, url: string): Promise<Served> {
  try {
    const { key, disposition, fileName } = verifyMediaRequest(signing, 'GET', url)
    const body = await text(await storage.read(key))
    return { status: 200, body, disposition: contentDisposition(disposition, fileName) }
  } catch (error) {
    if (error instanceof AppError) return { status: 403, body: error.code, disposition: undefined }
    throw error
  }
}

async function s3Store({ pathStyle }: { pathStyle: boolean }): Promise<TestStore> {
  const { port, uploads, close } = await startBucket()
  const agent = loopbackAgent()
  const { signing, signAt } = movableSigning()
  const endpoint = new URL(pathStyle ? `http://127.0.0.1:${port}` : `http://s3.localhost:${port}`)
  const config = { driver: 's3', bucket: 'clips', region: 'us-east-1', endpoint, pathStyle } as const
  return {
    storage: openS3Storage({ ...config, prefix: 'library', delivery: 'redirect' }, signing, agent),
    signAt,
    serve: (url) => request(url, agent),
    leftovers: uploads,
    async close() {
      agent.destroy()
      await close()
    },
  }
}

/** No resolver knows `clips.s3.localhost`. */
function loopbackAgent(): Agent {
  return new Agent({
    keepAlive: true,
    lookup: (_host, options, done) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  })
}

function movableSigning() {
  let offset = 0
  const signing: Signing = { keys: ['k'.repeat(32)], now: () => new Date(Date.now() + offset) }
  const signAt = (offsetMs: number) => {
    offset = offsetMs
  }
  return { signing, signAt }
}

async function request(url: string, agent: Agent): Promise<Served> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent }, resolve).on('error', reject)
  })
  return {
    status: response.statusCode ?? 0,
    body: await text(response),
    disposition: response.headers['content-disposition'],
  }
}
