import { del, get, post } from '../call.ts'
import { TesterKeyPath, TesterKeysInput, TesterRoom } from './testers.ts'

export const testerRoom = get('/api/studio/testers', {
  does: 'Early testers and their keys.',
  may: 'admin',
  answer: TesterRoom,
})

export const makeTesterKeys = post('/api/studio/testers/keys', {
  does: 'Makes keys for early testers.',
  may: 'admin',
  proof: 'any',
  body: TesterKeysInput,
})

export const revokeTesterKey = del('/api/studio/testers/keys/{id}', {
  does: 'Revokes a key; testers who used it stay.',
  may: 'admin',
  proof: 'any',
  params: TesterKeyPath,
  errors: ['notFound'],
})
