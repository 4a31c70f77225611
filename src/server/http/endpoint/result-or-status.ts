import type { APIContext } from 'astro'
import { codeOf, ERROR_STATUS } from './error-status.ts'

type ResultOrStatus<Result> = { result: Result } | { result?: undefined; status: number }

/** For a page with its own words for each failure: the result, or the HTTP status to show instead. Logs 5xx. */
export async function resultOrStatus<Result>(
  { deps, requestId }: APIContext['locals'],
  loading: Promise<Result>,
): Promise<ResultOrStatus<Result>> {
  try {
    return { result: await loading }
  } catch (error) {
    const status = ERROR_STATUS[codeOf(error)]
    if (status >= 500) deps.log.error({ err: error, id: requestId }, 'page failed')
    return { status }
  }
}
