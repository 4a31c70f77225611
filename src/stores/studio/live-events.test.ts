import { expect, test } from 'vitest'
import { parseEvent } from './live-events.ts'

test('an event has its name and data, with any line ends', () => {
  const event = { name: 'uploads', data: { uploads: [{ id: 'a' }] } }
  const lines = ['event: uploads', 'data: {"uploads":', 'data: [{"id":"a"}]}']
  expect(parseEvent(lines.join('\n'))).toEqual(event)
  expect(parseEvent(lines.join('\r\n'))).toEqual(event)
  expect(parseEvent('data:1')).toEqual({ name: 'message', data: 1 })
})

test('a comment is no event', () => {
  expect(parseEvent(': still here')).toBeUndefined()
  expect(parseEvent('')).toBeUndefined()
})
