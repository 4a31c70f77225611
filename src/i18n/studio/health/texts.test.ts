import { expect, test } from 'vitest'
import { FINDINGS, type HealthLine } from '#contract/studio/operation/health.ts'
import { healthEn } from './en.ts'
import { healthJa } from './ja.ts'
import { healthCounts, healthText } from './texts.ts'

const line = (given: Partial<HealthLine>): HealthLine => ({
  ...{ name: 'stripe', finding: 'broke', facts: {} },
  ...given,
  state: FINDINGS[given.finding ?? 'broke'],
})

test('a finding is told with its facts and what to do', () => {
  const broke = line({ facts: { error: 'no {way}' } })
  expect(healthText('en', broke)).toMatch(/^no \{way\}\. See whether this machine reaches api\.stripe\.com/)
  const waits = line({ finding: 'waits', facts: { check: 'database' } })
  expect(healthText('ja', waits)).toBe('先に「データベース」を直してください。')
  const full = line({ name: 'space', finding: 'full', facts: { folder: 'TMPDIR', freeBytes: 2e6 } })
  expect(healthText('en', full)).toMatch(/^TMPDIR has only 2 MB left/)
  const backup = line({ name: 'backup', finding: 'ok', facts: { lastAt: '2026-11-22T04:00:00.000Z' } })
  expect(healthText('en', backup)).toMatch(/made November 2\d, 2026 at \d/)
  expect(healthCounts('en', [broke, waits, full, backup])).toBe(
    '2 failed, 0 with a warning, 1 fine, 1 not checked.',
  )
})

test('both languages tell the same facts', () => {
  const factsIn = (texts: object) =>
    Object.entries(texts).map(([name, text]) => [
      name,
      [...JSON.stringify(text).matchAll(/\{\w+\}/g)].map(String).toSorted(),
    ])
  for (const part of ['findings', 'checks'] as const)
    expect(factsIn(healthJa[part])).toEqual(factsIn(healthEn[part]))
})
