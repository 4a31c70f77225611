import type { Call } from './call.ts'
import { CALL_ROOMS } from './call-rooms.ts'

/** Of a union, what has all of it: what a function that takes each would get. */
type Joined<Each> = (Each extends unknown ? (each: Each) => void : never) extends (each: infer All) => void
  ? All
  : never
type Calls = Joined<(typeof CALL_ROOMS)[keyof typeof CALL_ROOMS]['calls']>

/** Every call by its name. */
export const calls: Calls = Object.assign({}, ...Object.values(CALL_ROOMS).map((room) => room.calls))

export type CallName = keyof Calls

export const allCalls = Object.entries(calls) as [CallName, Call][]
