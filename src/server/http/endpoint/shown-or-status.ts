import type { APIContext } from 'astro'
import { codeOf, ERROR_STATUS } from './error-status.ts'

/** What a page was asked to show, or the HTTP status with which it says that it cannot. */
export type ShownOrStatus<Shown> = { shown: Shown } | { shown?: undefined; status: number }

/** For a page that has words of its own for every failure; what is our fault is logged. */
export async function shownOrStatus<Shown>(
  { deps, requestId }: APIContext['locals'],
  load: Promise<Shown>,
): Promise<ShownOrStatus<Shown>> {
  try {
    return { shown: await load }
  } catch (error) {
    const status = ERROR_STATUS[codeOf(error)]
    if (status >= 500) deps.log.error({ err: error, id: requestId }, 'page failed')
    return { status }
  }
}
