import { expect, test } from 'vitest'
import { isAnnounced } from './announcement.ts'

const at = new Date('2026-11-25T18:00:00.000Z')
const shown = (from: string, until: string, timeZone = 'UTC') =>
  isAnnounced({ from, until }, { at, timeZone })

test('an announcement shows from its first day to the end of its last one, where the shop is', () => {
  expect([
    shown('', ''),
    shown('2026-11-25', ''),
    shown('', '2026-11-25'),
    shown('2026-11-25', '2026-11-25'),
  ]).toEqual(Array(4).fill(true))
  expect([shown('2026-11-26', ''), shown('', '2026-11-24')]).toEqual([false, false])
  // In Tokyo it is the 26th.
  expect([shown('2026-11-26', '', 'Asia/Tokyo'), shown('', '2026-11-25', 'Asia/Tokyo')]).toEqual([
    true,
    false,
  ])
})
