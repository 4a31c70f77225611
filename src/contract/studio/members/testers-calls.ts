import { admin } from '../../call.ts'
import { TesterKeyPath, TesterKeysInput, TesterRoom } from './testers.ts'

export const testerRoom = admin.get('/api/studio/testers', {
  does: 'Early testers and their keys.',
  answer: TesterRoom,
})

export const makeTesterKeys = admin.post('/api/studio/testers/keys', {
  does: 'Makes keys for early testers.',
  example: { count: 3, label: 'Film school' },
  proof: 'any',
  body: TesterKeysInput,
})

export const revokeTesterKey = admin.del('/api/studio/testers/keys/{id}', {
  does: 'Revokes a key; testers who used it stay.',
  example: { id: 1 },
  proof: 'any',
  params: TesterKeyPath,
  errors: ['notFound'],
})
