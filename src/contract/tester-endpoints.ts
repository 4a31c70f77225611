import { get } from './request.ts'
import type { TesterCount } from './testers.ts'

export const testerCount = get<void, TesterCount>('/api/users/early-adopters')
