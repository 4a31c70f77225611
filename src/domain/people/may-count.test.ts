import { expect, test } from 'vitest'
import { mayCount } from './may-count.ts'

test('nobody is counted on this machine, in a test, or who asks not to be', () => {
  expect(mayCount({}, 'nagare.example')).toBe(true)
  expect(
    mayCount({ webdriver: false, doNotTrack: null, globalPrivacyControl: false }, 'nagare.example'),
  ).toBe(true)
  expect(mayCount({}, 'localhost')).toBe(false)
  expect(mayCount({}, '127.0.0.1')).toBe(false)
  expect(mayCount({ webdriver: true }, 'nagare.example')).toBe(false)
  expect(mayCount({ doNotTrack: '1' }, 'nagare.example')).toBe(false)
  expect(mayCount({ globalPrivacyControl: true }, 'nagare.example')).toBe(false)
})
