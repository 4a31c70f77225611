import { expect, test } from 'vitest'
import { digitalSourceOf } from './digital-source.ts'

test.each([
  [true, '', '2026-05-01', 'trainedAlgorithmicMedia'],
  [true, '/media/still/a.webp', '', 'compositeWithTrainedAlgorithmicMedia'],
  [false, '/media/still/a.webp', '', 'humanEdits'],
  [false, '', '2026-05-01', 'digitalCapture'],
  [false, '', '', undefined],
  [null, '/media/still/a.webp', '2026-05-01', undefined],
] as const)('AI %s, photograph %j, filmed %j: %s', (ai, source_url_image, date_created, source) => {
  expect(digitalSourceOf({ ai, source_url_image, date_created })).toBe(source)
})
