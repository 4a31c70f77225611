import * as z from 'zod/mini'
import { allCalls } from '#contract/all-calls.ts'
import type { Schema } from '#contract/openapi.ts'

/** A parameter of a path or query, as the server understands it: a number rather than its digits. */
export function parameterSchema(schema: z.core.$ZodType): Schema {
  const { $schema, ...parameter } = z.toJSONSchema(schema, { ...OPTIONS, io: 'output' })
  return parameter
}

/** The bodies or answers of all calls by their name, and the named schemas that they refer to, each written once. */
export function schemasOf(part: 'body' | 'answer', io: 'input' | 'output') {
  const parts = allCalls.flatMap(([name, call]) => (call[part] ? [[name, call[part]] as const] : []))
  const { properties, $defs } = z.toJSONSchema(z.object(Object.fromEntries(parts)), { ...OPTIONS, io })
  const text = JSON.stringify({ each: properties, named: $defs })
  const moved = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'))
  return moved as Record<'each' | 'named', Record<string, Schema>>
}

/** Every schema of the contract has its name, by which documents refer to it. Other conversions must not see it. */
const named = z.registry<z.core.GlobalMeta>()
const modules = import.meta.glob<object>(['../../contract/**/*.ts', '!**/*.test.ts'], { eager: true })
for (const [id, schema] of Object.values(modules).flatMap((each) => Object.entries(each)))
  if (/^[A-Z]/.test(id) && schema?._zod) named.add(schema, { id })

const OPTIONS = {
  metadata: named,
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }) {
    Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
    // Later releases may answer more fields.
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    // What every JavaScript number is, and what `format` says already.
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.format) delete jsonSchema.pattern
    delete jsonSchema.id
  },
} satisfies z.core.ToJSONSchemaParams
