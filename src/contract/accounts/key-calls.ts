import { member } from '../call.ts'
import { SourceParams } from '../clips/clips.ts'
import { KeyInput, KeyList, NewKey } from './keys.ts'

export const keyList = member.get('/api/user/keys', {
  does: 'The caller’s keys for programs, newest first, without the keys themselves.',
  answer: KeyList,
})

export const makeKey = member.post('/api/user/keys', {
  does: 'Makes a key for a program, which is shown once; an account has at most five that work.',
  example: { name: 'Importer', scopes: ['read', 'download'], expires_in_days: 365 },
  proof: 'full',
  body: KeyInput,
  answer: NewKey,
  errors: ['forbidden', 'keysFull'],
})

export const revokeKey = member.del('/api/user/keys/{id}', {
  does: 'Revokes one of the caller’s keys, at once.',
  example: { id: 7 },
  params: SourceParams,
  errors: ['notFound'],
})
