import { expect, test } from 'vitest'
import { isFootage, kindOfName } from './upload-kinds.ts'
import { isUnderWay, mayRetry, UPLOAD_STATES } from './upload-states.ts'

test('the extension gives the kind, ignoring case', () => {
  expect(['a.MP4', 'b.2.jpeg', 'c.csv', 'd.xmp', 'e.exe', 'mp4'].map(kindOfName)).toEqual([
    'video',
    'image',
    'sheet',
    'sidecar',
    undefined,
    undefined,
  ])
})

test('films and stills are footage, sheets and sidecars are not', () => {
  expect((['video', 'image', 'sheet', 'sidecar'] as const).filter(isFootage)).toEqual(['video', 'image'])
})

test('running uploads may be cancelled, failed and cancelled ones retried', () => {
  expect(UPLOAD_STATES.filter(isUnderWay)).toEqual(['sending', 'waiting', 'probing', 'rendering'])
  expect(UPLOAD_STATES.filter(mayRetry)).toEqual(['failed', 'cancelled'])
})
