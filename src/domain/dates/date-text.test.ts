import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dateText, dateTimeText, timeZoneText } from './date-text.ts'

const evening = '2026-11-21T18:05:00.000Z'

test('a date is written one way in each language, in the given zone', () => {
  expect(dateText('en', evening, 'UTC')).toBe('November 21, 2026')
  expect(dateText('ja', evening, 'UTC')).toBe('2026年11月21日')
  expect(dateText('ja', new Date(evening), 'Asia/Tokyo')).toBe('2026年11月22日')
  expect(dateTimeText('en', evening, 'UTC')).toBe('November 21, 2026 at 6:05 PM')
  expect(dateTimeText('ja', evening, 'Asia/Tokyo')).toBe('2026年11月22日 3:05')
})

test('what is no date is empty, so that one bad row does not blank a page', () => {
  for (const none of ['', 'yesterday'])
    expect([dateText('en', none), dateTimeText('ja', none)]).toEqual(['', ''])
})

test('a zone is named with its place', () => {
  expect(timeZoneText('en', 'Asia/Tokyo')).toBe('Japan Standard Time (Asia/Tokyo)')
})

test('nothing else formats dates, so pages and mails look the same', () => {
  const src = join(import.meta.dirname, '../..')
  const others = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:astro|tsx?)$/.test(path) && !/\.test\.ts$|date-text\.ts$/.test(path))
    .filter((path) =>
      /DateTimeFormat|toLocale(?:Date|Time)String|dateStyle/.test(readFileSync(join(src, path), 'utf8')),
    )
  expect(others).toEqual([])
})
