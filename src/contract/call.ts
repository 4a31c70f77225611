import type * as z from 'zod/mini'
import type { KeyScope } from '#domain/people/key-scopes.ts'
import type { ErrorCode } from './errors.ts'
import type { Endpoint } from './request.ts'

/** Who may make a call; each also lets in those after it, but `editor` is about the role and `paid` about the membership. */
export type Caller = 'anyone' | 'member' | 'paid' | 'editor' | 'admin'

/** Everything that is known of a call. The server, the browser, the tests and the documents read it here. */
export interface Facts {
  /** One sentence for users of the API. */
  does: string
  /** What else they must know; `code` may stand in it. */
  more?: string
  /** Path, query and body of a call that succeeds. A test makes it, and documents show it. */
  example?: Record<string, unknown>
  may: Caller
  /**
   * `any`: password or factor was given in the session's last ten minutes; `full`: both, if the account has both. A
   * function decides by the parsed input.
   */
  proof?: 'any' | 'full' | ((input: never) => 'any' | undefined)
  /** What a program's key needs for it. Unsaid, it is `manage` in the studio, `read` for what everybody may read, else `none`. */
  scope?: KeyScope | 'none'
  /** Fields of the path, of the query, or of a JSON body. A call has a query or a body. */
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** JSON. A call without `answer`, `file` and `redirects` answers 204. */
  answer?: z.ZodMiniType
  /** 201 for a new page, whose address is the answer's `url`. */
  status?: 201
  /** A file instead of JSON. With a `name` browsers save it, behind the name of the site. */
  file?: { type: FileType; name?: string | ((input: never) => string) }
  /** Leads a player to a film. */
  redirects?: true
  /** Errors of its own, besides those of rights, input and limits. */
  errors?: readonly ErrorCode[]
  /** Seconds; the tags clear the answer earlier. Only for answers that are the same for everybody. */
  cache?: { maxAge: number; swr: number; tags: readonly string[] }
  /** Counted for each address, in server/limits; a cached call counts when it is not in the cache. */
  limit?: 'searches' | 'suggestions' | 'clicks' | 'cspReports'
  /** Bytes, if other than most. */
  bodyBytes?: number
  /** Which limit its answer has (server/http/limits.ts), if other than its neighbours. */
  within?: 'studioAnswer' | 'chargingAnswer' | 'requestTimeout'
  /** A GET with an effect, so HEAD is refused. */
  changes?: true
}

export type FileType =
  | 'text/csv; charset=utf-8'
  | 'application/yaml; charset=utf-8'
  | 'application/json; charset=utf-8'
  | 'application/pdf'
  | 'application/zip'
  | 'image/jpeg'

export type Method = Endpoint<unknown, unknown>['method']

export interface Call extends Facts {
  method: Method
  /** Template with the names of `params`: `/api/medias/{id}`. */
  path: string
  scope: KeyScope | 'none'
}

/** Calls about the account, payments, other people's accounts and money: never for a key, unless they say so. */
const WITHOUT_KEYS = /^\/api\/(?:users?|payment|studio\/(?:members|prices|testers))(?:\/|$)/

/** Other sites' scripts may read the answer: everybody may, and it changes nothing. */
export const isPublicRead = ({ method, may, scope }: Pick<Call, 'method' | 'may' | 'scope'>) =>
  method === 'GET' && may === 'anyone' && scope === 'read'

/** Every error that a call may answer. */
export function errorsOf({ may, proof, errors = [] }: Facts): readonly ErrorCode[] {
  const isStaff = may === 'editor' || may === 'admin'
  return [
    ...errors,
    ...(['badRequest', 'bodyTooLarge', 'tooManyRequests', 'busy'] as const),
    ...(['unavailable', 'storageFull', 'unexpected'] as const),
    // With a key.
    ...(['tokenInvalid', 'scopeMissing'] as const),
    ...(may === 'anyone' ? [] : (['signInRequired'] as const)),
    ...(may === 'paid' ? (['upgradeRequired'] as const) : []),
    ...(isStaff ? (['forbidden', 'factorRequired', 'factorMissing'] as const) : []),
    ...(proof ? (['factorRequired', 'proofRequired', 'fullProofRequired'] as const) : []),
  ]
}

type Schema<F, Name extends string> = F extends Record<Name, infer S> ? S : undefined

/** What a path or a query is made from: their texts mean numbers. */
type Written<S> = S extends z.ZodMiniObject
  ? {
      [K in keyof z.input<S>]: K extends keyof z.output<S>
        ? z.output<S>[K] | Extract<z.input<S>[K], undefined>
        : never
    }
  : unknown

type Sent<S> = S extends z.ZodMiniType ? z.input<S> : unknown

/** What a caller gives. */
type Given<F> = F extends { params: object } | { query: object } | { body: object }
  ? Written<Schema<F, 'params'>> & Written<Schema<F, 'query'>> & Sent<Schema<F, 'body'>>
  : undefined

/** What a caller gets. */
type Answered<F> =
  Schema<F, 'answer'> extends infer S extends z.ZodMiniType
    ? z.output<S>
    : F extends { file: { type: 'application/json' } }
      ? Record<string, unknown>
      : F extends { file: object }
        ? Blob
        : undefined

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : unknown

/** Path, query and body as the handler gets them, parsed, in one object. */
export type Input<F> = Parsed<Schema<F, 'params'>> & Parsed<Schema<F, 'query'>> & Parsed<Schema<F, 'body'>>

/** What the handler returns. */
export type Result<F> =
  Schema<F, 'answer'> extends infer S extends z.ZodMiniType
    ? z.input<S>
    : F extends { file: object }
      ? AsyncIterable<string> | Uint8Array
      : F extends { redirects: true }
        ? string
        : // biome-ignore lint/suspicious/noConfusingVoidType: most of these handlers return what a use case returns
          void

type Described<F> = F & Pick<Call, 'method' | 'path' | 'scope'> & Endpoint<Given<F>, Answered<F>>

const call =
  <const May extends Caller>(method: Method, may: May) =>
  <const F extends Omit<Facts, 'may'>>(path: string, facts: F): Described<F & { may: May }> => ({
    ...facts,
    ...{ method, path, may, scope: scopeOf({ ...facts, method, path, may }) },
  })

function scopeOf({ scope, proof, changes, method, path, may }: Facts & Pick<Call, 'method' | 'path'>) {
  // No program can give a fresh proof.
  if (typeof proof === 'string') return 'none'
  if (scope) return scope
  if (WITHOUT_KEYS.test(path)) return 'none'
  if (may === 'editor' || may === 'admin') return 'manage'
  return method === 'GET' && may === 'anyone' && !changes ? 'read' : 'none'
}

const callsFor = <const May extends Caller>(may: May) => ({
  get: call('GET', may),
  post: call('POST', may),
  put: call('PUT', may),
  patch: call('PATCH', may),
  del: call('DELETE', may),
})

export const anyone = callsFor('anyone')
export const member = callsFor('member')
export const paid = callsFor('paid')
export const editor = callsFor('editor')
export const admin = callsFor('admin')
