import type { APIContext, APIRoute } from 'astro'
import type { ZodMiniType } from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { ERROR_MESSAGES, errorStatusText } from '#contract/error-messages.ts'
import { AppError, type ErrorCode, isAppError } from '#contract/errors.ts'
import { codeOf, ERROR_STATUS } from './error-status.ts'
import { visitorOf } from './visitor.ts'

interface AnswerOptions {
  status?: number | undefined
  cache?: Call['cache']
  headers?: Record<string, string>
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Normal under load: they must not flood the log. */
const NOT_LOGGED: readonly ErrorCode[] = ['busy', 'formatUnsupported']

/** Never Basic, for which browsers open their own dialog. */
const ASK_FOR_BEARER = { 'WWW-Authenticate': 'Bearer' }

const EXTRA_HEADERS: Partial<Record<ErrorCode, Record<string, string>>> = {
  signInRequired: ASK_FOR_BEARER,
  signInFailed: ASK_FOR_BEARER,
  tokenInvalid: ASK_FOR_BEARER,
  unavailable: { 'Retry-After': '5' },
}

/** Makes a route. A result of undefined is 204; other errors than AppError are 500 and logged. */
export function endpoint(handler: (context: APIContext) => unknown): APIRoute {
  return async (context) => {
    try {
      const answer = await handler(context)
      if (answer instanceof Response) return answer
      if (answer === undefined)
        return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
      return jsonAnswer(context, answer)
    } catch (error) {
      if (isAppError(error) && error.code === 'setNotFound') await countWrongName(context)
      return errorAnswer(context, error)
    }
  }
}

/** @throws AppError('badRequest') naming the first wrong field */
export function parse<Output>(schema: ZodMiniType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.map(String).join('.')
  throw new AppError('badRequest', field ? `${field}: ${issue?.message}` : issue?.message)
}

/** The request's JSON. @throws AppError('badRequest') if it is not JSON, or as parse() */
export async function parseBody<Output>(schema: ZodMiniType<Output>, request: Request): Promise<Output> {
  const body: unknown = await request.json().catch((cause) => {
    throw new AppError('badRequest', 'the body must be JSON', { cause })
  })
  return parse(schema, body)
}

/** The query as an object. The first of repeated names counts, as in the page cache. */
export function queryOf({ searchParams }: URL): Record<string, string> {
  return Object.fromEntries([...searchParams].toReversed())
}

export function jsonAnswer(
  context: APIContext,
  answer: unknown,
  { status, cache, headers: more }: AnswerOptions = {},
): Response {
  const headers = new Headers({ 'Content-Type': JSON_TYPE, ...more })
  if (cache) context.cache.set({ ...cache, tags: [...cache.tags] })
  else headers.set('Cache-Control', 'no-store')
  return new Response(JSON.stringify(answer), { status, headers })
}

/** Counts a wrong name of a set; after too many the front refuses. */
async function countWrongName(context: APIContext): Promise<void> {
  await context.locals.deps.rateLimits.wrongSetNames.note(visitorOf(context).address)
}

function errorAnswer({ locals, cache }: APIContext, error: unknown): Response {
  cache.set(false)
  const code = codeOf(error)
  const status = ERROR_STATUS[code]
  if (code === 'storageFull') locals.deps.events.emit('storageFull')
  if (status >= 500 && !NOT_LOGGED.includes(code))
    locals.deps.log.error({ err: error, id: locals.requestId }, 'request failed')
  const { detail = '', retryAfterSeconds, fields } = isAppError(error) ? error : {}
  const message = detail ? `${ERROR_MESSAGES[code]} (${detail})` : ERROR_MESSAGES[code]
  const body = { ...fields, status: errorStatusText(code), message, request_id: locals.requestId }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': JSON_TYPE,
      'Cache-Control': 'no-store',
      ...EXTRA_HEADERS[code],
      ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }),
    },
  })
}
