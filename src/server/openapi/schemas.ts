import * as z from 'zod/mini'
import { allCalls } from '#contract/all-calls.ts'
import { namedSchemas } from '#contract/all-schemas.ts'
import type { Schema } from '#contract/openapi.ts'

/** Where documents keep the schemas that have names. */
const NAMED = '#/components/schemas/'

/** The bodies and answers of all calls by their name, and the named schemas that they refer to. */
export function callSchemas() {
  const bodies = converted('body', 'input')
  const answers = converted('answer', 'output')
  return { bodies: bodies.each, answers: answers.each, named: { ...bodies.named, ...answers.named } }
}

/** A parameter of a path or query, as the server understands it: a number rather than its digits. */
export function parameterSchema(schema: z.core.$ZodType): Schema {
  const { $schema, ...parameter } = z.toJSONSchema(schema, { ...OPTIONS, io: 'output' })
  return parameter
}

/** One conversion for all of them, so that each named schema is written once. */
function converted(part: 'body' | 'answer', io: 'input' | 'output') {
  const parts = allCalls.flatMap(([name, call]) => (call[part] ? [[name, call[part]] as const] : []))
  const { properties, $defs = {} } = z.toJSONSchema(z.object(Object.fromEntries(parts)), { ...OPTIONS, io })
  return moved({ each: properties as Record<string, Schema>, named: $defs })
}

const moved = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"${NAMED}`))

const ids = new Map<z.core.$ZodType, string>(namedSchemas.map(([id, schema]) => [schema, id]))

/** What the schemas say of themselves, and their names, which other conversions must not see. */
class Named extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<S extends z.core.$ZodType>(schema: S) {
    const id = ids.get(schema)
    const meta = z.globalRegistry.get(schema)
    return (id ? { ...meta, id } : meta) as z.core.$replace<z.core.GlobalMeta, S> | undefined
  }
}

const OPTIONS = {
  metadata: new Named(),
  unrepresentable: 'any',
  override({ jsonSchema }) {
    // Later releases may answer more fields.
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    // What every JavaScript number is, and what `format` says already.
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.format) delete jsonSchema.pattern
    delete jsonSchema.id
  },
} satisfies z.core.ToJSONSchemaParams
