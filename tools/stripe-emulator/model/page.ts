import type Stripe from 'stripe'
import { noSuch } from './api-error.ts'

export interface PageFields {
  limit?: number
  starting_after?: string
}

/** @param newestFirst all matches; @param noun Stripe's word for one of them */
export function page<T extends { id: string }>(
  newestFirst: T[],
  { limit = 10, starting_after }: PageFields,
  { url, noun }: { url: string; noun: string },
): Stripe.ApiList<T> {
  const last = newestFirst.findIndex(({ id }) => id === starting_after)
  if (starting_after !== undefined && last < 0) throw noSuch(noun, starting_after, 'starting_after')
  const end = last + 1 + limit
  return { object: 'list', data: newestFirst.slice(last + 1, end), has_more: end < newestFirst.length, url }
}
