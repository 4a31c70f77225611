import { createReadStream } from 'node:fs'
import type { Agent } from 'node:http'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { isBrokenCircuitError } from 'cockatiel'
import { AppError } from '#contract/errors.ts'
import { openBreaker } from '#server/breaker.ts'
import type { StorageConfig } from '#server/config/storage-config.ts'
import { tracingHeaders } from '#server/trace/trace.ts'
import { contentDisposition } from './content-disposition.ts'
import { contentTypeOf } from './content-type.ts'
import { ResumedRead } from './resumed-read.ts'
import { type Signing, signMediaPath } from './signed-url.ts'
import type { ByteRange, SignOptions, Storage, StorageInput, StoredObject } from './storage.ts'
import { accessOf, assertKey, isKey, prefixSegments } from './storage-key.ts'

type S3Config = Extract<StorageConfig, { driver: 's3' }>

/** Until the first byte; with the library's one retry, under 3 s. */
const READ = { requestTimeout: 1_400 }
const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT', 'EPIPE']
/** One request of an upload carries a part of a few MB at most. */
const PART_TIMEOUT_MS = 60_000
/** Every transfer to a viewer holds a connection. */
const connections = { keepAlive: true, maxSockets: 500 }
/** Not a valid key, so listing never shows it. */
const PROBE = '.check'

/**
 * An S3-compatible bucket. The AWS library finds the credentials (AWS_ACCESS_KEY_ID, a profile, the machine's role).
 */
export class S3Storage implements Storage {
  readonly driver = 's3'
  readonly filmOrigin: string | undefined
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string
  readonly #signing: Signing

  constructor(client: S3Client, config: S3Config, signing: Signing) {
    this.#client = client
    this.#bucket = config.bucket
    this.filmOrigin = config.delivery === 'redirect' ? originOf(config) : undefined
    this.#prefix = config.prefix && `${config.prefix.replace(/\/+$/, '')}/`
    this.#signing = signing
  }

  async put(key: string, input: StorageInput, contentType: string): Promise<void> {
    assertKey(key)
    const params = { ...this.#object(key), ContentType: contentType }
    try {
      if (input instanceof Uint8Array) {
        await this.#client.send(new PutObjectCommand({ ...params, Body: input }))
      } else {
        // A multipart upload: invisible until complete, and removed when a part fails.
        const Body = input instanceof Readable ? input : createReadStream(input.path)
        await new Upload({ client: this.#client, params: { ...params, Body } }).done()
      }
    } catch (error) {
      throw s3Error(error)
    }
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    assertKey(key)
    try {
      const head = await this.#client.send(new HeadObjectCommand(this.#object(key)), READ)
      return {
        key,
        size: head.ContentLength ?? 0,
        etag: (head.ETag ?? '').replaceAll('"', ''),
        contentType: head.ContentType ?? contentTypeOf(key),
        modified: head.LastModified ?? new Date(0),
      }
    } catch (error) {
      if (isMissingObject(error)) return undefined
      throw s3Error(error)
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    assertKey(key)
    const { body, size } = await this.#get(key, range)
    const { start, end } = range ?? { start: 0, end: size - 1 }
    const open = async (from: number) => (await this.#get(key, { start: from, end })).body
    return new ResumedRead(body, { start, end: Math.min(end, start + size - 1) }, open)
  }

  async #get(key: string, range: ByteRange | undefined): Promise<{ body: Readable; size: number }> {
    const Range = range && `bytes=${range.start}-${range.end}`
    try {
      const command = new GetObjectCommand({ ...this.#object(key), Range })
      const { Body, ContentLength } = await this.#client.send(command, READ)
      return { body: Body as Readable, size: ContentLength ?? 0 }
    } catch (error) {
      if (isMissingObject(error)) throw new AppError('mediaNotFound')
      throw s3Error(error)
    }
  }

  async delete(key: string): Promise<void> {
    assertKey(key)
    try {
      await this.#client.send(new DeleteObjectCommand(this.#object(key)))
    } catch (error) {
      if (!isMissingObject(error)) throw s3Error(error)
    }
  }

  async *list(prefix: string): AsyncIterable<string> {
    const folder = prefixSegments(prefix).map((segment) => `${segment}/`)
    const Prefix = this.#prefix + folder.join('')
    try {
      for await (const page of paginateListObjectsV2(
        { client: this.#client },
        { Bucket: this.#bucket, Prefix },
      )) {
        const keys = (page.Contents ?? []).map((object) => object.Key?.slice(this.#prefix.length) ?? '')
        yield* keys.filter(isKey)
      }
    } catch (error) {
      throw s3Error(error)
    }
  }

  async signedUrl(key: string, options: SignOptions): Promise<string> {
    assertKey(key)
    if (this.filmOrigin === undefined || options.comp) return signMediaPath(this.#signing, key, options)
    if (accessOf(key) !== 'signed') throw new AppError('badKey')
    const command = new GetObjectCommand({
      ...this.#object(key),
      ResponseContentDisposition: contentDisposition(options.disposition, options.fileName),
      ResponseCacheControl: 'private, no-store',
    })
    return getSignedUrl(this.#client, command, {
      expiresIn: options.expiresInSeconds,
      signingDate: this.#signing.now(),
    })
  }

  async check(): Promise<void> {
    try {
      const probe = { ...this.#object(PROBE), Body: new Uint8Array([1]) }
      await this.#client.send(new PutObjectCommand(probe), READ)
    } catch (error) {
      throw s3Error(error)
    }
  }

  #object(key: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + key }
  }
}

/** The origin that the library uses for the bucket. */
function originOf({ bucket, region, endpoint, pathStyle }: S3Config): string {
  const { protocol, host } = endpoint ?? new URL(`https://s3.${region}.amazonaws.com`)
  return `${protocol}//${pathStyle ? '' : `${bucket}.`}${host}`
}

function s3ClientConfig(config: S3Config, agent?: Agent): S3ClientConfig {
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

/** Connects on first use. Tests pass `agent` to resolve a bucket's host name themselves. */
export function openS3Storage(config: S3Config, signing: Signing, agent?: Agent): S3Storage {
  const client = new S3Client(s3ClientConfig(config, agent))
  addTraces(client)
  const breaker = openBreaker(isAway)
  client.middlewareStack.add((next) => (args) => breaker.execute(() => next(args)), { step: 'initialize' })
  return new S3Storage(client, config, signing)
}

/** Runs after signing, since the signature would otherwise have to cover the header; presigned URLs never get here. */
function addTraces(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      Object.assign(headers, tracingHeaders())
      return next(args)
    },
    { name: 'traceparent', step: 'deserialize', priority: 'low' },
  )
}

function isMissingObject(error: unknown): boolean {
  return statusOf(error) === 404 || nameOf(error) === 'NoSuchKey' || nameOf(error) === 'NotFound'
}

/** Maps the store's expected failures to AppError; returns any other error unchanged. */
function s3Error(error: unknown): unknown {
  const status = statusOf(error)
  if (error instanceof AppError) return error
  if (status === 507) return new AppError('storageFull', '', { cause: error })
  if (status === 416) return new AppError('badRequest', 'no byte in that range', { cause: error })
  if (isBrokenCircuitError(error) || isAway(error))
    return new AppError('unavailable', 'object store', { cause: error })
  return error
}

function isAway(error: unknown): boolean {
  return (statusOf(error) ?? 0) >= 500 || nameOf(error) === 'TimeoutError' || NETWORK.includes(codeOf(error))
}

function statusOf(error: unknown): number | undefined {
  const metadata = (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata
  return metadata?.httpStatusCode
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
