import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

export interface TestBucket {
  /** For STORAGE_URL. */
  storageUrl: string
  origin: string
  close(): Promise<void>
}

/** A bucket on a real S3 server, which refuses unknown keys and expired links. */
export async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'nagare-bucket-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    serviceEndpoint: 'localhost',
    silent: true,
    // It signs quoted requests otherwise than S3 does.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'clips' }],
  })
  const { port } = await server.run()
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  const origin = `http://127.0.0.1:${port}`
  return {
    storageUrl: `s3://clips?endpoint=${origin}`,
    origin,
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
