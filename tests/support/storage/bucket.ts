import { mkdtemp, readdir, rm } from 'node:fs/promises'
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
  abortUploads(server, uploads)
  const { port } = await server.run()
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  const origin = `http://127.0.0.1:${port}`
  return {
    storageUrl: `s3://${BUCKET}?endpoint=${origin}`,
    origin,
    port,
    uploads: () => readdir(uploads).catch(() => []),
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** AbortMultipartUpload, the one call we make that s3rver lacks. */
function abortUploads(server: S3rver, uploads: string): void {
  server.middleware.unshift(async (context, next) => {
    const { uploadId } = context.query
    if (context.method !== 'DELETE' || !uploadId) return next()
    await rm(join(uploads, uploadId), { recursive: true })
    context.status = 204
  })
}
