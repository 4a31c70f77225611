import type { Account } from '../model/account.ts'
import { invalidRequest } from '../model/api-error.ts'
import { type Field, group, integer, list, text, type Values } from './fields.ts'
import type { Tree } from './form.ts'

/** Parameters in the route's path, such as `{ customer: 'cus_…' }`. */
type Ids<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & Ids<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : object

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  pattern: string[]
  /** Parses first, so that bad parameters are refused before anything happens. */
  prepare(tree: Tree, ids: Record<string, string>): { expand: string[]; answer: (account: Account) => object }
}

type Fields = Record<string, Field<unknown>>

/** `P` is the library's type of the parameters, so unknown names do not compile. */
export function fieldsOf<P>() {
  return <F extends { [K in keyof F]: K extends keyof P ? Field<unknown> : never }>(fields: F): F => fields
}

/** An API call: path, parameters, response. */
export function route<Path extends string, F extends Fields>(
  call: `${Route['method']} ${Path}`,
  fields: F,
  run: (account: Account, values: Values<F>, ids: Ids<Path>) => object,
): Route {
  const [method, path] = call.split(' ') as [Route['method'], Path]
  const form = group({ ...fields, expand: list(text, 20) }) as Field<Values<F> & { expand?: string[] }>
  return {
    method,
    pattern: path.split('/'),
    prepare(tree, ids) {
      const values = form.read(tree, '')
      const { expand = [] } = values
      return { expand, answer: (account) => run(account, values, ids as Ids<Path>) }
    },
  }
}

/** Path parameters; undefined if the path does not match. */
export function match(pattern: string[], path: string[]): Record<string, string> | undefined {
  if (pattern.length !== path.length) return undefined
  const ids: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const given = path[index]!
    if (part.startsWith(':') && given !== '') ids[part.slice(1)] = decodeURIComponent(given)
    else if (part !== given) return undefined
  }
  return ids
}

const limit: Field<number> = {
  read(node, name) {
    const value = integer.read(node, name)
    if (value >= 1 && value <= 100) return value
    const message = `This value must be between 1 and 100 (it currently is '${value}').`
    throw invalidRequest(message, { code: 'parameter_invalid_integer', param: name })
  },
}

export const PAGE = { limit, starting_after: text }

/** The order of lists. */
export function newestFirst<T>(collection: Map<string, T>): T[] {
  return [...collection.values()].reverse()
}
