import { invalidRequest } from '../model/api-error.ts'
import type { Node, Tree } from './form.ts'

/** Parses a parameter, or refuses it in Stripe's words. `name` is the full bracketed name. */
export interface Field<T> {
  read(node: Node, name: string): T
  required?: true
}

type Fields = Record<string, Field<unknown>>
type ValueOf<F> = F extends Field<infer T> ? T : never
type RequiredNames<F extends Fields> = {
  [K in keyof F]: F[K] extends { required: true } ? K : never
}[keyof F]

/** Values of a form's fields; missing ones are undefined. */
export type Values<F extends Fields> = { [K in RequiredNames<F>]: ValueOf<F[K]> } & {
  [K in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[K]>
}

export const text: Field<string> = {
  read(node, name) {
    if (typeof node !== 'string')
      throw invalidRequest(`Invalid string: ${JSON.stringify(node)}`, { param: name })
    if (node === '') throw emptyValue(name)
    return node
  },
}

export const integer: Field<number> = {
  read(node, name) {
    if (typeof node === 'string' && /^-?\d{1,15}$/.test(node)) return Number(node)
    throw invalidRequest(`Invalid integer: ${shown(node)}`, {
      code: 'parameter_invalid_integer',
      param: name,
    })
  },
}

export const flag: Field<boolean> = {
  read(node, name) {
    if (node === 'true' || node === '1') return true
    if (node === 'false' || node === '0') return false
    throw invalidRequest(`Invalid boolean: ${shown(node)}`, { param: name })
  },
}

/** An absolute http(s) URL; it may contain Stripe's templates in curly brackets. */
export const address: Field<string> = {
  read(node, name) {
    const value = text.read(node, name)
    const filled = value.replaceAll(/\{\w+\}/g, 'x')
    if (/^https?:\/\//.test(filled) && URL.canParse(filled)) return value
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: name })
  },
}

/** At most 50 keys of 40 characters, values of 500. An empty value for the whole is null: remove everything. */
export const metadata: Field<Record<string, string> | null> = {
  read(node, name) {
    if (node === '') return null
    if (typeof node === 'string') throw invalidRequest('Invalid object', { param: name })
    const entries = Object.entries(node)
    if (entries.length > 50) throw invalidRequest('Metadata can have up to 50 keys.', { param: name })
    for (const [key, value] of entries) {
      if (typeof value === 'string' && key.length <= 40 && value.length <= 500) continue
      throw invalidRequest('Metadata keys have up to 40 characters and values are strings of up to 500.', {
        param: `${name}[${key}]`,
      })
    }
    return node as Record<string, string>
  },
}

/** Accepted as by Stripe, without effect here. */
export const ignored: Field<undefined> = { read: () => undefined }

export function limited(most: number): Field<string> {
  return {
    read(node, name) {
      const value = text.read(node, name)
      if (value.length <= most) return value
      const message = `Invalid string: ${value.slice(0, 20)}...; must be at most ${most} characters`
      throw invalidRequest(message, { code: 'parameter_invalid_string_blank', param: name })
    },
  }
}

export function choice<const T extends string>(...allowed: T[]): Field<T> {
  return {
    read(node, name) {
      const found = allowed.find((value) => value === node)
      if (found !== undefined) return found
      throw invalidRequest(`Invalid ${name}: must be one of ${allowed.join(', ')}`, { param: name })
    },
  }
}

/** An empty value is null: unset it. */
export function emptyable<T>(field: Field<T>): Field<T | null> {
  return { read: (node, name) => (node === '' ? null : field.read(node, name)) }
}

/** Values by name, such as amounts by currency. */
export function byName<T>(field: Field<T>): Field<Record<string, T>> {
  return {
    read(node, name) {
      if (typeof node === 'string') throw invalidRequest('Invalid object', { param: name })
      const entries = Object.entries(node).map(([key, each]) => [key, field.read(each, nameIn(name, key))])
      return Object.fromEntries(entries)
    },
  }
}

export function required<T>(field: Field<T>): Field<T> & { required: true } {
  return { ...field, required: true }
}

export function list<T>(field: Field<T>, most = 100): Field<T[]> {
  return {
    read(node, name) {
      if (typeof node === 'string') throw invalidRequest('Invalid array', { param: name })
      const entries = Object.entries(node)
      if (entries.length > most || entries.some(([index]) => !/^\d+$/.test(index))) {
        throw invalidRequest('Invalid array', { param: name })
      }
      return entries.map(([index, each]) => field.read(each, `${name}[${index}]`))
    },
  }
}

/** Named fields, at the top (`name` is empty) or in brackets. Refuses unknown names. */
export function group<F extends Fields>(fields: F): Field<Values<F>> {
  return {
    read(node, name) {
      if (typeof node === 'string') throw invalidRequest('Invalid object', { param: name })
      refuseUnknown(fields, node, name)
      const values: Record<string, unknown> = {}
      for (const [key, field] of Object.entries(fields)) {
        const given = node[key]
        if (given !== undefined) values[key] = field.read(given, nameIn(name, key))
        else if (field.required) throw missing(nameIn(name, key))
      }
      return values as Values<F>
    },
  }
}

function refuseUnknown(fields: Fields, tree: Tree, name: string): void {
  for (const key of Object.keys(tree)) {
    if (Object.hasOwn(fields, key)) continue
    const param = nameIn(name, key)
    throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
}

function nameIn(name: string, key: string): string {
  return name ? `${name}[${key}]` : key
}

function missing(param: string) {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

function emptyValue(param: string) {
  const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`
  return invalidRequest(message, { code: 'parameter_invalid_empty', param })
}

function shown(node: Node): string {
  return typeof node === 'string' ? node : JSON.stringify(node)
}
