import { expect, test } from 'vitest'
import { isThisMachine } from './this-machine.ts'

test.each(['localhost', 'LOCALHOST', 'shop.localhost', '127.0.0.1', '127.1.2.3', '0.0.0.0', '[::1]', '[::]'])(
  '%s is this machine',
  (hostname) => expect(isThisMachine(hostname)).toBe(true),
)

test.each(
  'nagare.example localhost.example mylocalhost 10.0.0.1 128.0.0.1 127.0.0.1.example [::2]'.split(' '),
)('%s is another one', (hostname) => expect(isThisMachine(hostname)).toBe(false))
