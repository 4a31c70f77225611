import { join, resolve } from 'node:path'
import { readBy } from './setting-types.ts'

export type StorageConfig =
  | {
      driver: 'disk'
      root: string
      /** nginx sends the bytes after this server has allowed them. */
      delivery?: 'nginx'
    }
  | {
      driver: 's3'
      bucket: string
      region: string
      endpoint?: URL
      pathStyle: boolean
      prefix: string
      /** Who sends full films: this server, which keeps checking rights, or the bucket, by a presigned URL. */
      delivery: 'proxy' | 'redirect'
    }

const FORM = 'must be file:PATH or s3://BUCKET/PREFIX?region=…&endpoint=…&style=path|host'

export const storageUrl = readBy(storageOf, FORM)
/** A folder needs no `file:` before it. */
export const storagePlace = readBy((place) => storageOf(withScheme(place)), FORM)

const withScheme = (place: string) => (/^(?:s3|file):/.test(place) ? place : `file:${place}`)

function storageOf(value: string): StorageConfig | undefined {
  if (value.startsWith('file:') && value.length > 5) return { driver: 'disk', root: resolve(value.slice(5)) }
  return value.startsWith('s3://') ? s3Config(value) : undefined
}

function s3Config(value: string): StorageConfig | undefined {
  const url = URL.parse(value)
  if (!url?.hostname) return undefined
  const endpoint = url.searchParams.get('endpoint')
  const style = url.searchParams.get('style') ?? (endpoint ? 'path' : 'host')
  if ((endpoint && !URL.canParse(endpoint)) || !/^(path|host)$/.test(style)) return undefined
  return {
    driver: 's3',
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint && { endpoint: new URL(endpoint) }),
    pathStyle: style === 'path',
    prefix: url.pathname.replace(/^\/|\/$/g, ''),
    delivery: 'proxy',
  }
}

interface StorageSettings {
  STORAGE_URL?: StorageConfig | undefined
  MEDIA_DELIVERY: 'proxy' | 'redirect' | 'nginx'
  SITE_URL: URL
}

/** The store as MEDIA_DELIVERY sends from it; by default a folder. Returns a problem as text. */
export function storageConfig(
  { STORAGE_URL: storage, MEDIA_DELIVERY: delivery, SITE_URL: site }: StorageSettings,
  dataDir: string,
): StorageConfig | string {
  if (storage?.driver === 's3') {
    if (delivery === 'nginx') return 'MEDIA_DELIVERY nginx needs a folder in STORAGE_URL'
    if (delivery === 'redirect' && site.protocol === 'https:' && isMixed(storage.endpoint))
      return 'MEDIA_DELIVERY redirect needs an https endpoint in STORAGE_URL: on an https site browsers block films from http'
    return { ...storage, delivery }
  }
  if (delivery === 'redirect') return 'MEDIA_DELIVERY redirect needs a bucket in STORAGE_URL'
  const folder = storage ?? { driver: 'disk', root: join(dataDir, 'media') }
  return delivery === 'nginx' ? { ...folder, delivery } : folder
}

/** Whether pages over https may not read from there; browsers trust this machine. */
function isMixed(endpoint: URL | undefined): boolean {
  const isHere = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(endpoint?.hostname ?? '')
  return endpoint?.protocol === 'http:' && !isHere
}
