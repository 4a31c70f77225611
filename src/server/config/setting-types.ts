import { z } from 'zod'
import { isThisMachine } from '#domain/address/this-machine.ts'

/** A text that `read` turns into a value; undefined means that the text is wrong. */
export const readBy = <Value>(read: (text: string) => Value | undefined, message: string, missing?: string) =>
  z.string(missing).transform((text, context) => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** A setting that is `on` or `off`. */
export const onOrOff = (preset: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default(preset)
    .transform((value) => value === 'on')

export const wholeNumber = (min: number, max: number) =>
  readBy((text) => {
    const value = Number(text)
    return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : undefined
  }, `must be a whole number from ${min} to ${max}`)

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

/** One or two texts with a comma between them. */
export const upToTwo = (pattern: RegExp, error: string, missing?: string) =>
  z
    .string(missing)
    .transform((value) => value.split(',').map((one) => one.trim()))
    .refine((values) => values.length <= 2 && values.every((value) => pattern.test(value)), { error })

/** The address of a site, with nothing behind its host. */
export function siteAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  const isSite = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
  return isSite ? url : undefined
}

/** A site that nobody on the way can listen to: over https, or on this machine. */
export function safeAddress(text: string): URL | undefined {
  const url = siteAddress(text)
  return url && (url.protocol === 'https:' || isThisMachine(url.hostname)) ? url : undefined
}
