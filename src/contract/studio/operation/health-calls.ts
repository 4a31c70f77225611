import { admin } from '../../call.ts'
import { Health } from './health.ts'

export const checkHealth = admin.get('/api/studio/health', {
  does: 'Checks everything that the shop needs: each check with what it found, within 30 seconds.',
  answer: Health,
  // Services that hang take their whole time.
  within: 'requestTimeout',
})
