import { expect, test } from 'vitest'
import { shortAddress } from './logged-address.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
])('%s is shortened to its network, %s', (address, network) => {
  expect(shortAddress(address)).toBe(network)
})
