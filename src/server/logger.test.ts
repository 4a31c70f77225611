import { expect, test } from 'vitest'
import { openLogger, withoutSecrets } from './logger.ts'

function logged(fields: object): string {
  const lines: string[] = []
  openLogger('info', { write: (line) => lines.push(line) }).info(fields, 'said')
  return lines.join('')
}

test('secrets are redacted by field name, at any depth', () => {
  const line = logged({
    password: 'hidden',
    req: { headers: { authorization: 'hidden', cookie: 'hidden', 'set-cookie': 'hidden', host: 'shown' } },
    body: {
      refresh_token: 'hidden',
      access_token: 'hidden',
      user: { name: 'shown', password_hash: 'hidden' },
    },
    a: { b: { c: { sig: 'hidden' } } },
  })
  expect(line).not.toContain('hidden')
  expect(line.match(/shown/g)).toHaveLength(2)
})

test('a URL is logged without its secrets', () => {
  const url = '/media/full/a.mp4?exp=1&kid=k&sig=hidden&token=hidden#x'
  expect(JSON.parse(logged({ url })).url).toBe(
    '/media/full/a.mp4?exp=1&kid=k&sig=[redacted]&token=[redacted]#x',
  )
  expect(withoutSecrets('/promo-signup?k=hidden')).toBe('/promo-signup?k=[redacted]')
  expect(withoutSecrets('https://s3/x?X-Amz-Signature=hidden&X-Amz-Credential=hidden')).not.toContain(
    'hidden',
  )
  expect(withoutSecrets('/s/temple?offset=40')).toBe('/s/temple?offset=40')
})

test('secrets are redacted anywhere, and the line stays JSON', () => {
  const texts = [
    'no luck at https://x.example/a?sig=hidden&b=1',
    'POST https://hooks.example/?token=hidden"quoted"',
    '/verify-email#token=hidden',
    'nga_hidden is no good',
    'ngr_hidden is no good',
    `used again: ${'f'.repeat(22)}.3.${'hidden-'.repeat(6)}x`,
    'sent Authorization: Basic aGlkZGVuOmhpZGRlbg==',
    'sent Bearer hidden.hidden-hidden',
    'Invalid API Key provided: sk_test_hidden',
    'signed with whsec_hidden',
    'connect postgres://nagare:hidden@db/nagare',
    'smtps://mail%40x:hidden@smtp.example',
  ]
  for (const text of texts) {
    const err = new Error(text, { cause: new Error(text) })
    const line = logged({ err, note: [text] })
    expect(JSON.parse(line).err.message).toContain('[redacted]')
    expect(line).not.toMatch(/hidden|aGlkZGVu/)
  }
  const innocent = 'Basic films, bearers of light; 12:30@noon; mailto:a@b; https://x.example/?kid=7'
  expect(JSON.parse(logged({ note: innocent })).note).toBe(innocent)
})

test('an error keeps its message and stack', () => {
  const entry = JSON.parse(logged({ err: new Error('disk on fire') }))
  expect(entry.err).toMatchObject({ type: 'Error', message: 'disk on fire' })
  expect(entry.err.stack).toContain('logger.test.ts')
})

test('nothing is logged below the level', () => {
  const lines: string[] = []
  openLogger('error', { write: (line) => lines.push(line) }).info('quiet')
  expect(lines).toEqual([])
})
