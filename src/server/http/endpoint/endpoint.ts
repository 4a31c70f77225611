import type { APIContext, APIRoute } from 'astro'
import { ERROR_MESSAGES, errorStatusText } from '#contract/error-messages.ts'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { codeOf, ERROR_STATUS, isAppError } from './error-status.ts'

/** Seconds, and what clears the answer earlier. */
interface CacheFor {
  maxAge: number
  swr?: number
  tags: readonly string[]
}

interface EndpointOptions {
  /** Only for what is the same for every visitor and listed in public-answers.ts; everything else is not stored. */
  cache?: CacheFor | ((context: APIContext) => CacheFor)
}

/** Any schema of zod's kind. */
export interface Schema<Output> {
  safeParse(input: unknown): { success: true; data: Output } | { success: false; error: Issues }
}

interface Issues {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Makes a route of a use case: what it returns is answered as JSON (nothing as 204, a Response as it is), an AppError
 * as its status and code, and anything else that it throws as 500, logged once.
 */
export function endpoint(
  handler: (context: APIContext) => unknown,
  { cache }: EndpointOptions = {},
): APIRoute {
  return async (context) => {
    try {
      const answer = await handler(context)
      if (answer instanceof Response) return answer
      if (answer === undefined)
        return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
      return jsonAnswer(context, answer, cache)
    } catch (error) {
      return errorAnswer(context, error)
    }
  }
}

/** The input as the schema wants it. @throws AppError('badRequest') that names the first field that is wrong */
export function parse<Output>(schema: Schema<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.map(String).join('.')
  throw new AppError('badRequest', field ? `${field}: ${issue?.message}` : issue?.message)
}

/** A query as an object; of a name that is given twice the first counts, as for the page cache. */
export function queryOf({ searchParams }: URL): Record<string, string> {
  return Object.fromEntries([...searchParams].toReversed())
}

function jsonAnswer(context: APIContext, answer: unknown, cache: EndpointOptions['cache']): Response {
  const headers = new Headers({ 'Content-Type': JSON_TYPE })
  const keep = typeof cache === 'function' ? cache(context) : cache
  if (keep) context.cache.set({ ...keep, tags: [...keep.tags] })
  else headers.set('Cache-Control', 'no-store')
  return new Response(JSON.stringify(answer), { headers })
}

function errorAnswer({ locals, cache }: APIContext, error: unknown): Response {
  cache.set(false)
  const known = isAppError(error)
  const code = codeOf(error)
  const status = ERROR_STATUS[code]
  if (status >= 500 && !NO_FAULT.includes(code))
    locals.deps.log.error({ err: error, id: locals.requestId }, 'request failed')
  const message = known && error.detail ? `${ERROR_MESSAGES[code]} (${error.detail})` : ERROR_MESSAGES[code]
  const body = { status: errorStatusText(code), message, request_id: locals.requestId }
  const headers = { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' }
  const retryAfter = known && error.retryAfterSeconds && { 'Retry-After': String(error.retryAfterSeconds) }
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, ...EXTRA[code], ...retryAfter },
  })
}

/** Answers as they should be: a flood of them shall not flood the log. */
const NO_FAULT: readonly ErrorCode[] = ['busy', 'formatUnsupported']

/** Never Basic: browsers would open a box of their own. */
const ASK_FOR_BEARER = { 'WWW-Authenticate': 'Bearer' }

const EXTRA: Partial<Record<ErrorCode, Record<string, string>>> = {
  signInRequired: ASK_FOR_BEARER,
  signInFailed: ASK_FOR_BEARER,
  tokenInvalid: ASK_FOR_BEARER,
  unavailable: { 'Retry-After': '5' },
}
