import * as z from 'zod/mini'
import { HOOK_EVENTS } from '#domain/studio/hook-events.ts'

export const MOST_HOOKS = 5

const Instant = z.iso.datetime()
const Events = z.array(z.enum(HOOK_EVENTS))

const HookDelivery = z.object({
  id: z.int(),
  type: z.enum(HOOK_EVENTS),
  /** Of the event. */
  created: Instant,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** Of the last try: when, the HTTP status (null: no answer), and the answer's first letters or the error. */
  tried: z.nullable(Instant),
  status: z.nullable(z.int()),
  answer: z.string(),
})
export type HookDelivery = z.infer<typeof HookDelivery>

const Hook = z.object({
  id: z.int(),
  url: z.string(),
  events: Events,
  /** When it was turned off, after a day of failures. */
  off_since: z.nullable(Instant),
  /** The newest 50, newest first. */
  deliveries: z.array(HookDelivery),
})
export type Hook = z.infer<typeof Hook>

/** Answer of `GET /api/studio/hooks`. */
export const HookRoom = z.object({ hooks: z.array(Hook) })

export const NewHook = z.object({
  url: z.string().check(z.trim(), z.maxLength(500)),
  events: Events.check(z.minLength(1), z.maxLength(HOOK_EVENTS.length)),
})

const Id = z.coerce.number().check(z.int(), z.positive())
export const ChangeHookPath = z.object({ id: Id, act: z.enum(['secret', 'on', 'remove']) })
export type HookAct = z.infer<typeof ChangeHookPath>['act']
export const DeliveryPath = z.object({ id: Id, delivery: Id })

/** Answered once; null if none was made. */
export const HookSecret = z.object({ secret: z.nullable(z.string()) })
