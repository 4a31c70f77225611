import type { Schema } from '#contract/openapi.ts'
import type { Operation } from '#server/openapi/document.ts'

/** As much of a document as clients rely on. */
export interface Described {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/**
 * What a release promises: for each call (`GET /api/user`) its inputs and the fields of its answer with their types.
 * `in! x` is an input that must be given, `in x` one that may, `out x` a field that is always there, `out? x` one that
 * may be.
 */
export type Promises = Record<string, Record<string, string>>

export function promisesOf({ paths, components }: Described): Promises {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  )
  return Object.fromEntries(calls.map(([call, operation]) => [call, fieldsOf(operation, components.schemas)]))
}

type Named = Described['components']['schemas']

function fieldsOf(
  { parameters = [], requestBody, responses }: Operation,
  named: Named,
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { name, in: place, required, schema } of parameters)
    found[`in${required ? '!' : ''} ${place} ${name}`] = typeOf(schema)
  const body = requestBody?.content['application/json']?.schema
  if (body) collect(body, { named, found, at: 'body', word: (isRequired) => (isRequired ? 'in!' : 'in') })
  for (const [status, answer] of Object.entries(responses)) {
    if ('$ref' in answer) continue
    const [[type = '', content] = []] = Object.entries(answer.content ?? {})
    found[`out ${status}`] = type
    if (content)
      collect(content.schema, { named, found, at: '', word: (isRequired) => (isRequired ? 'out' : 'out?') })
  }
  return found
}

interface Collecting {
  named: Named
  found: Record<string, string>
  at: string
  word: (isRequired: boolean) => string
  seen?: readonly string[]
}

function collect(schema: Schema, { seen = [], ...to }: Collecting): void {
  const { $ref, properties = {}, required = [], items, anyOf, oneOf, allOf } = schema
  const name = $ref?.split('/').at(-1)
  if (name) {
    if (!seen.includes(name)) collect(to.named[name]!, { ...to, seen: [...seen, name] })
    return
  }
  for (const [field, each] of Object.entries(properties)) {
    const at = to.at ? `${to.at}.${field}` : field
    to.found[`${to.word(required.includes(field))} ${at}`] ??= typeOf(each as Schema)
    collect(each as Schema, { ...to, at, seen })
  }
  for (const each of [items, ...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])])
    if (each && typeof each === 'object') collect(each as Schema, { ...to, seen })
}

/** Kinds of values, without limits and patterns; lists of values are sorted. */
function typeOf({ $ref, type, enum: values, const: value, anyOf, oneOf, items }: Schema): string {
  if ($ref) return 'object'
  const either = anyOf ?? oneOf
  if (either) return [...new Set(either.map((each) => typeOf(each as Schema)))].toSorted().join('|')
  if (values)
    return values
      .map((each) => JSON.stringify(each))
      .toSorted()
      .join('|')
  if (value !== undefined) return JSON.stringify(value)
  return type === 'array' ? `[${typeOf((items ?? {}) as Schema)}]` : String(type ?? 'any')
}

/** What clients of the release would notice, a line each: `GET /api/user: out name is gone`. */
export function breaches(released: Promises, now: Promises): string[] {
  return Object.entries(released).flatMap(([call, before]) => {
    const after = now[call]
    if (!after) return [`${call}: is gone`]
    const lost = Object.entries(before).flatMap(([field, type]) => lossOf(field, type, after))
    const asked = Object.keys(after).filter((field) => field.startsWith('in!') && !(field in before))
    return [...lost, ...asked.map((field) => `${field} must be given`)].map((what) => `${call}: ${what}`)
  })
}

function lossOf(field: string, type: string, after: Record<string, string>): string[] {
  // What had to be given may be left out; what might be there always is.
  const kept = field in after ? field : field.replace(/^in!/, 'in').replace(/^out\?/, 'out')
  const present = after[kept]
  if (present === undefined) return [`${field} is gone`]
  const [before, now] = [type.split('|'), present.split('|')]
  // Clients expect further values of an answer, but no further kinds.
  const isKept = field.startsWith('in')
    ? before.every((each) => now.includes(each))
    : now.every((each) => before.includes(each) || (each.startsWith('"') && before[0]!.startsWith('"')))
  return isKept || present === 'any' || type === 'any' ? [] : [`${field} is ${present} instead of ${type}`]
}
