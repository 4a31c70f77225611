import type { Agent } from 'node:http'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import type { StorageConfig } from '#server/config/storage-config.ts'

/** One request of an upload carries a part of a few MB at most. */
const PART_TIMEOUT_MS = 60_000
/** Every transfer to a viewer holds a connection. */
const connections = { keepAlive: true, maxSockets: 500 }

/** Tests pass `agent` to resolve a bucket's host name themselves. */
export function s3ClientConfig(
  config: Extract<StorageConfig, { driver: 's3' }>,
  agent?: Agent,
): S3ClientConfig {
  return {
    region: config.region,
    ...(config.endpoint && { endpoint: config.endpoint.href }),
    forcePathStyle: config.pathStyle,
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: PART_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      // A paused viewer stops reading; ResumedRead reopens the object when they go on.
      socketTimeout: 60_000,
      httpAgent: agent ?? connections,
      httpsAgent: connections,
    },
    // R2 and older MinIO reject trailing checksums, the library's default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}
