import { expect, test } from 'vitest'
import { mayTrack } from './may-track.ts'

test('nobody is counted on localhost, in a test, or with Do Not Track', () => {
  expect(mayTrack({}, 'nagare.example')).toBe(true)
  expect(
    mayTrack({ webdriver: false, doNotTrack: null, globalPrivacyControl: false }, 'nagare.example'),
  ).toBe(true)
  expect(mayTrack({}, 'localhost')).toBe(false)
  expect(mayTrack({}, '127.0.0.1')).toBe(false)
  expect(mayTrack({ webdriver: true }, 'nagare.example')).toBe(false)
  expect(mayTrack({ doNotTrack: '1' }, 'nagare.example')).toBe(false)
  expect(mayTrack({ globalPrivacyControl: true }, 'nagare.example')).toBe(false)
})
