import { isDeepStrictEqual } from 'node:util'
import type { APIContext, APIRoute } from 'astro'
import type { CallName, calls } from '#contract/all-calls.ts'
import { type Call, errorsOf, type Input, isPublicRead, type Method, type Result } from '#contract/call.ts'
import { AppError, isAppError } from '#contract/errors.ts'
import { downloadName } from '#domain/sets/download-name.ts'
import { requireProof } from '#server/accounts/factors/session-proof.ts'
import type { Member } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import { callsAt, type NamedCall } from '#server/http/call-at.ts'
import type { Spent } from '#server/limits/rate-limits.ts'
import { contentDisposition } from '#server/media/content-disposition.ts'
import { carriesKey, memberOf, requireCaller } from './bearer.ts'
import { endpoint, jsonAnswer, parse, parseBody, queryOf } from './endpoint.ts'
import { redirectToFilm } from './film-redirect.ts'
import { type Visitor, visitorOf } from './visitor.ts'

/** What a handler gets besides the call's input. */
export interface Asked<Who> {
  deps: Deps
  /** Who calls; undefined for a call that anyone may make. */
  member: Who
  visitor: Visitor
  /** For cookies, and for headers of which the contract knows nothing. */
  context: APIContext
}

type Handler<C> = (
  asked: Asked<C extends { may: 'anyone' } ? undefined : Member>,
  input: Input<C>,
) => Result<C> | Promise<Result<C>>

/** A handler for each call of a file of the contract. */
export type Handlers<Calls> = { [Name in keyof Calls]: Handler<Calls[Name]> }

export type AllHandlers = Handlers<Pick<typeof calls, CallName>>

type AnyHandler = (asked: Asked<Member | undefined>, input: unknown) => unknown

/** The route of all calls: limit, right, proof and input as the contract says, then the handler. */
export function answerCalls(handlers: AllHandlers): APIRoute {
  return async (context) => {
    const at = callsAt(context.url.pathname)
    const call = at?.calls[context.request.method as Method]
    // The page for wrong addresses; the front has refused all others.
    if (!call) return new Response(null, { status: 404 })
    context.locals.route = at.template.replaceAll('{', '[').replaceAll('}', ']')
    const handler = handlers[call.name] as AnyHandler
    const answering = () => answerCall(context, { call, params: at.params, handler })
    const { checksAnswers } = context.locals.deps
    const answer = await endpoint(checksAnswers ? () => checkErrors(call, answering()) : answering)(context)
    if (isPublicRead(call)) answer.headers.set('Access-Control-Allow-Origin', '*')
    for (const [name, value] of limitHeaders(context)) answer.headers.set(name, value)
    return answer
  }
}

/** The IETF's draft of RateLimit headers (httpapi-ratelimit-headers-11), for programs with a key. */
export function limitHeaders({ locals: { spent } }: APIContext): [name: string, value: string][] {
  if (!spent) return []
  return [
    ['RateLimit-Policy', `"key";q=${spent.points};w=${spent.seconds}`],
    ['RateLimit', `"key";r=${spent.left};t=${spent.resetSeconds}`],
  ]
}

/**
 * Who makes the call, with the right and the scope for it; undefined where anyone may. The only place where the rights
 * of calls are decided. @throws as requireCaller()
 */
async function callerOf(
  { locals, request }: Pick<APIContext, 'locals' | 'request'>,
  { may, scope }: Pick<Call, 'may' | 'scope'>,
): Promise<Member | undefined> {
  const authorization = request.headers.get('authorization')
  const onSpent = (spent: Spent) => {
    locals.spent = spent
  }
  if (may !== 'anyone') return requireCaller(locals.deps, authorization, { may, scope, onSpent })
  // The handlers read other tokens, where they matter.
  const byKey = carriesKey(authorization) && (await memberOf(locals.deps, authorization, { scope, onSpent }))
  if (byKey) locals.byKey = byKey
  return undefined
}

interface Making {
  call: NamedCall
  handler: AnyHandler
  /** As texts. */
  params: object
  query: object
}

async function answerCall(context: APIContext, making: Omit<Making, 'query'>): Promise<unknown> {
  const { deps } = context.locals
  const { call } = making
  // Before anything else, so that a flood costs as little as possible. Cached calls are counted by the front, but for keys,
  // which it passes on: those have their own limit besides.
  const isCounted = call.cache && !carriesKey(context.request.headers.get('authorization'))
  if (call.limit && !isCounted) await deps.rateLimits[call.limit].take(visitorOf(context).address)
  return answerOf(context, { call, ...(await makeCall(context, { ...making, query: queryOf(context.url) })) })
}

/** Right, proof and input as the contract says, then the handler. Agents' tools make calls so, too. */
export async function makeCall(
  context: APIContext,
  { call, handler, params, query }: Making,
): Promise<{ input: object; result: unknown }> {
  const { deps } = context.locals
  const member = await callerOf(context, call)
  if (typeof call.proof === 'string') await requireProof(deps, member!.sessionId, { wanted: call.proof })
  const input = {
    ...(call.params && parse(call.params, params)),
    ...(call.query && parse(call.query, query)),
    ...(call.body && ((await parseBody(call.body, context.request)) as object)),
  }
  const wanted = typeof call.proof === 'function' && call.proof(input as never)
  if (wanted && member!.key) throw new AppError('scopeMissing', 'no program can give a fresh proof')
  if (wanted) await requireProof(deps, member!.sessionId, { wanted })
  const asked = {
    deps,
    member,
    context,
    get visitor() {
      return visitorOf(context)
    },
  }
  return { input, result: await handler(asked, input) }
}

function answerOf(
  context: APIContext,
  { call, input, result }: { call: Call; input: object; result: unknown },
): unknown {
  if (call.redirects) return redirectToFilm(result as string)
  if (call.file) return sendFile(context, call.file, { input, body: result as Body })
  if (!call.answer) return undefined
  if (context.locals.deps.checksAnswers) checkAnswer(call, result)
  return jsonAnswer(context, result, {
    status: call.status,
    cache: call.cache,
    headers: { ...(call.status === 201 && { Location: (result as { url: string }).url }) },
  })
}

type Body = AsyncIterable<string> | Uint8Array<ArrayBuffer>

/** A text is sent piece by piece and stored nowhere. */
function sendFile(
  { locals }: APIContext,
  { type, name }: NonNullable<Call['file']>,
  { input, body }: { input: object; body: Body },
): Response {
  const isWhole = body instanceof Uint8Array
  if (!isWhole) locals.body = body
  const file = typeof name === 'function' ? name(input as never) : name
  return new Response(isWhole ? body : null, {
    headers: {
      'Content-Type': type,
      ...(file && {
        'Content-Disposition': contentDisposition('attachment', downloadName(locals.deps.site.name, file)),
      }),
      'Cache-Control': isWhole ? 'private, no-store' : 'no-store',
    },
  })
}

/** @throws Error for an error of ours that the contract does not name, else as `answering` */
async function checkErrors(call: NamedCall, answering: Promise<unknown>): Promise<unknown> {
  return answering.catch((error: unknown) => {
    if (!isAppError(error) || errorsOf(call).includes(error.code)) throw error
    throw new Error(`${call.name} does not say that it may answer ${error.code}`, { cause: error })
  })
}

/** @throws Error if the answer is not what the contract says, or says more */
function checkAnswer({ method, path, answer }: Call, result: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(result))
  const { success, data, error } = answer!.safeParse(sent)
  if (!success) throw new Error(`${method} ${path} answers otherwise than described: ${error.message}`)
  if (!isDeepStrictEqual(data, sent))
    throw new Error(`${method} ${path} answers fields that are not described: ${JSON.stringify(sent)}`)
}
