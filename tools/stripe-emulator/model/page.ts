import type Stripe from 'stripe'
import { noSuch } from './api-error.ts'

export interface PageFields {
  limit?: number
  starting_after?: string
  ending_before?: string
}

/** @param newestFirst all matches; @param noun Stripe's word for one of them */
export function page<T extends { id: string }>(
  newestFirst: T[],
  { limit = 10, starting_after, ending_before }: PageFields,
  { url, noun }: { url: string; noun: string },
): Stripe.ApiList<T> {
  const indexOf = (id: string, param: string) => {
    const index = newestFirst.findIndex((item) => item.id === id)
    if (index < 0) throw noSuch(noun, id, param)
    return index
  }
  if (ending_before !== undefined) {
    const end = indexOf(ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url }
  }
  const start = starting_after === undefined ? 0 : indexOf(starting_after, 'starting_after') + 1
  const end = start + limit
  return { object: 'list', data: newestFirst.slice(start, end), has_more: end < newestFirst.length, url }
}
