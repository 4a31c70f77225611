import { expect, test } from 'vitest'
import { decodeRecord } from './auth-record.ts'

const RECORD = {
  ...{ id: 7, name: 'Aoi', membership: 'pro', email: 'aoi@example.com' },
  ...{ token: 'a', refresh_token: 'r', expires_in: 900, expiry_time: 1_700_000_000_000 },
}

test('a record with a missing or wrong field is ignored', () => {
  expect(decodeRecord(JSON.stringify(RECORD))).toEqual(RECORD)
  for (const key of Object.keys(RECORD))
    for (const value of [undefined, null, {}])
      expect(decodeRecord(JSON.stringify({ ...RECORD, [key]: value })), key).toBeUndefined()
  for (const stored of ['', 'null', '7', '[]', '{']) expect(decodeRecord(stored), stored).toBeUndefined()
})
