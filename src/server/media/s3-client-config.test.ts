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

test('the store is given up as decision 48 says, and one connection serves each viewer', () => {
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

test('another store than Amazon’s is asked at its own address, without checksums that it may not know', () => {
  expect(s3ClientConfig(CONFIG)).not.toHaveProperty('endpoint')
  const elsewhere = { ...CONFIG, endpoint: new URL('https://r2.example/'), pathStyle: false }
  expect(s3ClientConfig(elsewhere)).toMatchObject({
    ...{ endpoint: 'https://r2.example/', forcePathStyle: false },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
})
