import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

const BUCKET = 'clips'

export interface TestBucket {
  /** For STORAGE_URL. */
  storageUrl: string
  origin: string
  port: number
  /** Unfinished multipart uploads. */
  uploads(): Promise<string[]>
  /** From now on each request is cut off, or answered with this status; undefined: as before. */
  fail(how: 'cut' | number | undefined): void
  close(): Promise<void>
}

/** A bucket `clips` on a real S3 server, which refuses unknown keys and expired links. */
export async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'nagare-bucket-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    serviceEndpoint: 'localhost',
    silent: true,
    // It signs host-style and quoted requests differently from S3.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  })
  const uploads = server.store.getResourcePath(BUCKET, undefined, 'uploads')
  completeUploads(server, uploads)
  const aside = await mkdtemp(join(tmpdir(), 'nagare-bucket-aside-'))
  writeAtOnce(server, aside)
  let failure: 'cut' | number | undefined
  server.middleware.unshift(async (context, next) => {
    if (failure === undefined) return next()
    if (failure !== 'cut') context.status = failure
    else context.req.destroy()
  })
  const { port } = await server.run()
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  const origin = `http://127.0.0.1:${port}`
  return {
    storageUrl: `s3://${BUCKET}?endpoint=${origin}`,
    origin,
    port,
    uploads: () => readdir(uploads).catch(() => []),
    fail(how) {
      failure = how
    },
    async close() {
      await server.close()
      for (const folder of [directory, aside]) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** AbortMultipartUpload, which we use and s3rver lacks. */
function completeUploads(server: S3rver, uploads: string): void {
  server.middleware.unshift(async (context, next) => {
    const { uploadId, partNumber } = context.query
    if (!uploadId || partNumber || context.method !== 'DELETE') return next()
    const folder = join(uploads, uploadId)
    const isThere = await stat(folder).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
    context.status = isThere ? 204 : 404
    context.type = 'application/xml'
    context.body = isThere ? '' : '<Error><Code>NoSuchUpload</Code></Error>'
  })
}

/** As in S3, an object or a part shows when all of it is there, and a late one replaces the one before. */
function writeAtOnce({ store }: S3rver, aside: string): void {
  const put = store.putContent
  store.putContent = async (path, content) => {
    const written = join(aside, randomUUID())
    const result = await put.call(store, written, content)
    await rename(written, path)
    return result
  }
}
