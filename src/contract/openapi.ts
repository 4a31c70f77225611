import type * as z from 'zod/mini'
import type { CallName } from './all-calls.ts'
import type { Call } from './call.ts'

/** JSON Schema of draft 2020-12. */
export type Schema = z.core.JSONSchema.JSONSchema

/** A call as its page shows it: the contract's words, and of the document what they become. */
export interface DescribedCall extends Call {
  name: CallName
  fields: readonly { name: string; required: boolean; schema: Schema }[]
  sent: Schema | undefined
  /** The example as a command. */
  curl: string
  /** Without a type it has no content. */
  success: { status: string; type?: string | undefined; schema?: Schema | undefined; example?: unknown }
  refusals: readonly { status: string; text: string }[]
}
