import type { core } from 'zod/mini'

/** JSON Schema of draft 2020-12. */
export type Schema = core.JSONSchema.JSONSchema

export interface Answer {
  description: string
  headers?: Record<string, { description: string; schema: Schema }>
  content?: Record<string, { schema: Schema; example?: unknown }>
}

/** A call as the document describes it. */
export interface Operation {
  operationId: string
  summary: string
  security: Record<string, readonly string[]>[]
  parameters?: { name: string; in: string; required: boolean; schema: Schema; example?: unknown }[]
  requestBody?: { content: Record<'application/json', { schema: Schema; example: unknown }> }
  /** A reference leads to a refusal that several calls have. */
  responses: Record<string, Answer | { $ref: string }>
}
