import { expect, test } from 'vitest'
import { errorText } from './error-text.ts'

test('an error is stored as one line, without secrets, control characters and half characters, and not too long', () => {
  expect(errorText(new Error('no\u0000such\nhost, token=x at https://a/?token=abc'))).toBe(
    'Error: no such host, token=x at https://a/?token=[redacted]',
  )
  expect(errorText(new Error('x'.repeat(400)))).toHaveLength(300)
  expect(errorText('𠮷'.repeat(9), 5).isWellFormed()).toBe(true)
  expect(errorText('abcdef', 6)).toBe('abcdef')
  expect(errorText(undefined)).toBe('undefined')
})
