import { expect, test } from 'vitest'
import { STUDIO_ROOMS } from './studio-rooms.ts'

test('editors may open only the clips’ pages; members, sets, keys, prices, the shop, webhooks, health, the log and privacy are the admin’s', () => {
  const rooms = Object.entries(STUDIO_ROOMS)
  const own = rooms.filter(([, room]) => 'adminOnly' in room && room.adminOnly).map(([name]) => name)
  expect(own).toEqual([
    'sets',
    'members',
    'testers',
    'prices',
    'shop',
    'webhooks',
    'health',
    'log',
    'privacy',
  ])
})
