import type { Schema } from '#contract/openapi.ts'

/** The type of a value in a few words: `Source[]`, `"en" | "ja"`, `integer ≥ 1`. */
export function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, items, type, format, minimum, maximum, minLength, maxLength } = schema
  if ($ref) return nameOf(schema)!
  const either = anyOf ?? oneOf
  if (either) return either.map((each) => typeOf(each as Schema)).join(' | ')
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (type === 'array') return listed(typeOf((items ?? {}) as Schema))
  const [least, most] = type === 'string' ? [minLength, maxLength] : [minimum, maximum]
  const bounds = [least === undefined ? '' : `≥ ${least}`, most === undefined ? '' : `≤ ${most}`]
  return [format ?? type ?? 'any', ...bounds].filter(Boolean).join(' ')
}

const listed = (type: string) => (/[ |]/.test(type) ? `(${type})[]` : `${type}[]`)

/** The named schema that a value, or each of a list, has. */
export function nameOf({ $ref, items, anyOf }: Schema): string | undefined {
  const inner = items ? nameOf(items as Schema) : anyOf?.map((each) => nameOf(each as Schema)).find(Boolean)
  return $ref?.split('/').at(-1) ?? inner
}

/** The fields of an object, of a list's objects, or of each kind that a value may have. */
export function nestedFields(schema: Schema): { name: string; required: boolean; schema: Schema }[] {
  const { properties, required = [], items, anyOf, oneOf } = schema
  if (properties)
    return Object.entries(properties).map(([name, each]) => ({
      name,
      required: required.includes(name),
      schema: each as Schema,
    }))
  if (items) return nestedFields(items as Schema)
  const kinds = (anyOf ?? oneOf ?? []).flatMap((each) => nestedFields(each as Schema))
  return [...new Map(kinds.map((field) => [field.name, field])).values()]
}
