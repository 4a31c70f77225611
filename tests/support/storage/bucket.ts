import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
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
  completeUploads(server, uploads)
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

/** AbortMultipartUpload and ListParts, which we use and s3rver lacks. */
function completeUploads(server: S3rver, uploads: string): void {
  server.middleware.unshift(async (context, next) => {
    const { uploadId, partNumber } = context.query
    if (!uploadId || partNumber || !['DELETE', 'GET'].includes(context.method)) return next()
    const parts = await partsIn(join(uploads, uploadId)).catch(() => undefined)
    if (context.method === 'DELETE') await rm(join(uploads, uploadId), { recursive: true, force: true })
    context.status = parts ? (context.method === 'GET' ? 200 : 204) : 404
    context.type = 'application/xml'
    context.body = parts ? listing(parts) : '<Error><Code>NoSuchUpload</Code></Error>'
  })
}

interface Part {
  number: number
  size: number
  etag: string
}

async function partsIn(folder: string): Promise<Part[]> {
  const numbers = (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number)
  return Promise.all(
    numbers
      .sort((a, b) => a - b)
      .map(async (number) => ({
        number,
        size: (await stat(join(folder, String(number)))).size,
        etag: await readFile(join(folder, `${number}.md5`), 'utf8'),
      })),
  )
}

function listing(parts: readonly Part[]): string {
  const items = parts.map(
    ({ number, size, etag }) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag><Size>${size}</Size></Part>`,
  )
  return `<ListPartsResult><IsTruncated>false</IsTruncated>${items.join('')}</ListPartsResult>`
}
