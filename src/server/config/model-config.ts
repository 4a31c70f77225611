import { z } from 'zod'
import type { ModelPrice } from '#contract/studio/clips/proposals.ts'
import { readBy, wholeNumber } from './setting-types.ts'

/** A service that proposes texts, of the kind that OpenAI's chat completions are. */
export interface ModelConfig {
  /** Up to the version, without a slash at its end: `https://…/v1`. */
  url: string
  /** Absent for a service that asks for none. */
  key?: string | undefined
  name: string
  /** Of all servers together. */
  callsPerDay: number
  price?: ModelPrice | undefined
}

function serviceAddress(value: string): string | undefined {
  const url = URL.parse(value)
  const isService = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
  return isService ? url.href.replace(/\/+$/, '') : undefined
}

function modelPrice(value: string): ModelPrice | undefined {
  const [, currency, input, output] = /^([A-Z]{3}) (\d{1,6}(?:\.\d+)?) (\d{1,6}(?:\.\d+)?)$/.exec(value) ?? []
  return currency ? { currency, input: Number(input), output: Number(output) } : undefined
}

/** Part of the schema in config.ts. */
export const MODEL_SETTINGS = {
  MODEL_URL: readBy(serviceAddress, 'must be an http(s) address such as https://model.example/v1').optional(),
  MODEL_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'must be a key without spaces')
    .optional(),
  MODEL_NAME: z
    .string()
    .regex(/^[^\p{Cc}\s<>]{1,100}$/u, 'must be a name without spaces')
    .optional(),
  MODEL_CALLS_PER_DAY: wholeNumber(1, 1_000_000).default(200),
  MODEL_PRICE: readBy(modelPrice, 'must be such as USD 0.15 0.60').optional(),
}

type ModelSettings = z.infer<z.ZodObject<typeof MODEL_SETTINGS>>

/** One line if a setting lacks another. */
export function modelProblems({ MODEL_URL, MODEL_NAME }: ModelSettings): string[] {
  return MODEL_URL && !MODEL_NAME ? ['MODEL_NAME is missing: the model that MODEL_URL is asked for'] : []
}

/** Undefined without an address: then nothing is sent to anybody. */
export function modelConfig(settings: ModelSettings): ModelConfig | undefined {
  const { MODEL_URL: url, MODEL_NAME: name, MODEL_KEY: key, MODEL_PRICE: price } = settings
  return url && name ? { url, name, key, price, callsPerDay: settings.MODEL_CALLS_PER_DAY } : undefined
}
