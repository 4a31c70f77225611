import { admin } from '../../call.ts'
import { ChangeHookPath, DeliveryPath, HookRoom, HookSecret, NewHook } from './hooks.ts'

export const hookRoom = admin.get('/api/studio/hooks', {
  does: 'Addresses that are told of events, each with its last 50 deliveries.',
  answer: HookRoom,
})

export const addHook = admin.post('/api/studio/hooks', {
  does: 'Adds an address for events; answers the secret that signs them, once.',
  example: { url: 'https://hooks.example/nagare', events: ['clip.published', 'clip.hidden'] },
  proof: 'any',
  body: NewHook,
  answer: HookSecret,
  errors: ['badReceiver'],
})

export const changeHook = admin.post('/api/studio/hooks/{id}/{act}', {
  does: 'Makes a new secret, and the old one signs too for a day; turns on again what was turned off; or removes.',
  example: { id: 1, act: 'secret' },
  proof: 'any',
  params: ChangeHookPath,
  answer: HookSecret,
  errors: ['notFound'],
})

export const sendHookAgain = admin.post('/api/studio/hooks/{id}/deliveries/{delivery}/again', {
  does: 'Sends an event again to an address that is on, with the same id.',
  example: { id: 1, delivery: 1 },
  params: DeliveryPath,
  errors: ['notFound'],
})
