import { expect, test } from 'vitest'
import { s3ClientConfig } from './s3-client-config.ts'

const CONFIG = {
  driver: 's3',
  bucket: 'clips',
  prefix: '',
  region: 'auto',
  pathStyle: true,
  delivery: 'proxy',
} as const

test('the store’s timeouts follow decision 48, with one connection per viewer', () => {
  const config = s3ClientConfig(CONFIG)
  expect(config).toMatchObject({ region: 'auto', forcePathStyle: true, maxAttempts: 2 })
  expect(config.requestHandler).toMatchObject({
    ...{
      connectionTimeout: 1_000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      socketTimeout: 60_000,
    },
    httpsAgent: { keepAlive: true, maxSockets: 500 },
  })
})

test('another store than Amazon’s uses its own endpoint, without newer checksums', () => {
  expect(s3ClientConfig(CONFIG)).not.toHaveProperty('endpoint')
  const elsewhere = { ...CONFIG, endpoint: new URL('https://r2.example/'), pathStyle: false }
  expect(s3ClientConfig(elsewhere)).toMatchObject({
    ...{ endpoint: 'https://r2.example/', forcePathStyle: false },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
})
