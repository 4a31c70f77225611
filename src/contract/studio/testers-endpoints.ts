import { del, get, post } from '../request.ts'
import type { TesterKeysInput, TesterRoom } from './testers.ts'

export const testerRoom = get<void, TesterRoom>('/api/studio/testers')

export const makeTesterKeys = post<TesterKeysInput, void>('/api/studio/testers/keys')

export const revokeTesterKey = del<{ id: number }, void>(({ id }) => `/api/studio/testers/keys/${id}`)
