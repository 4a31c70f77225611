import { expect, test } from 'vitest'
import { dayAfter, dayIn, instantOf, isTimeZone, wallMinute, zonedTime } from './time-zone.ts'

test('a zone is known by its name', () => {
  expect(['UTC', 'Asia/Tokyo', 'America/New_York', 'Tokio', ''].map(isTimeZone)).toEqual([
    ...[true, true, true, false, false],
  ])
})

test('a day and a minute are those of a clock in the zone', () => {
  const evening = new Date('2026-11-21T18:05:00.000Z')
  expect([dayIn('UTC', evening), dayIn('Asia/Tokyo', evening)]).toEqual(['2026-11-21', '2026-11-22'])
  expect(wallMinute('Asia/Tokyo', evening)).toBe('2026-11-22T03:05')
  expect(wallMinute('America/New_York', evening)).toBe('2026-11-21T13:05')
  expect([dayAfter('2026-02-28', 1), dayAfter('2026-03-01', -1)]).toEqual(['2026-03-01', '2026-02-28'])
})

test.each([
  ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z'],
  ['Asia/Tokyo', '2026-11-22', '2026-11-21T15:00:00.000Z'],
  ['Asia/Tokyo', '2026-11-22T03:05', '2026-11-21T18:05:00.000Z'],
  ['Asia/Kathmandu', '2026-11-22', '2026-11-21T18:15:00.000Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  // Clocks show half past one twice, and half past two not at all.
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
])('in %s, %s is %s', (zone, wall, instant) => {
  expect(instantOf(zone, wall).toISOString()).toBe(instant)
})

test('sheets have the time of the zone and its distance from UTC', () => {
  const instant = '2026-11-21T18:05:09.123Z'
  expect(zonedTime('UTC', instant)).toBe(instant)
  expect(zonedTime('Asia/Tokyo', instant)).toBe('2026-11-22T03:05:09+09:00')
  expect(zonedTime('America/St_Johns', instant)).toBe('2026-11-21T14:35:09-03:30')
})
