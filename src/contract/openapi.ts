import type * as z from 'zod/mini'
import type { CallName } from './all-calls.ts'
import type { Caller } from './call.ts'
import type { CallRoomName } from './call-rooms.ts'

/** The parts of an OpenAPI 3.1 document that ours has. A Schema is JSON Schema of draft 2020-12. */
export type Schema = z.core.JSONSchema.JSONSchema

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
  example?: unknown
}

export type Content = Record<string, { schema: Schema; example?: unknown }>

export interface Answer {
  description: string
  headers?: Record<string, { description: string; schema: Schema }>
  content?: Content
}

export interface Operation {
  operationId: CallName
  tags: [CallRoomName]
  summary: string
  description?: string
  /** Each entry is one way; an empty one: without any. */
  security: Record<string, readonly string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Answer | { $ref: string }>
  'x-caller': Caller
  'x-proof'?: 'any' | 'full'
}

/** A call as its page shows it. */
export interface DescribedCall extends Operation {
  method: string
  path: string
  /** What else the contract says. */
  more: string | undefined
  /** The example as a command. */
  curl: string
  body: { schema: Schema; example?: unknown } | undefined
  success: { status: string; answer: Answer; type: string | undefined }
  errors: { status: string; text: string }[]
}
