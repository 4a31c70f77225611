import { expect, test } from 'vitest'
import type { LogEntry } from '#contract/studio/operation/log.ts'
import { logTexts } from '#i18n/studio/log/texts.ts'
import { changesOf } from './Act.tsx'

test('an upload is named by its file', () => {
  const detail = { upload: '87f869bf'.repeat(4), file: 'rain.mp4', before: { state: 'waiting' } }
  const entry = { detail, subject: null } as Partial<LogEntry> as LogEntry
  const texts = changesOf(entry, logTexts('en'), 'en').map(({ field, after }) => `${field}: ${after}`)
  expect(texts).toContain('File: rain.mp4')
  expect(texts.join()).not.toContain('87f869bf')
})
