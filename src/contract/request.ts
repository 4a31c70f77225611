/** An error as the API answers it. The interface chooses its own text by `status`. */
export interface ErrorAnswer {
  status: string
  message: string
  request_id: string
}

/** How to call an endpoint. `Answer` is its contract, which the server's tests check. */
export interface Endpoint<Params, Answer> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: (params: Params) => string
  body?: ((params: Params) => unknown) | undefined
  /** Never set; it only carries the answer's type. */
  readonly answer?: Answer
}

type Path<Params> = string | ((params: Params) => string)

/** Parameters go into the body; if the path uses them, the body is what `body` returns. */
const endpoint =
  (method: Endpoint<unknown, unknown>['method']) =>
  <Params, Answer>(path: Path<Params>, body?: (params: Params) => unknown): Endpoint<Params, Answer> =>
    typeof path === 'function'
      ? { method, path, body }
      : { method, path: () => path, body: (params) => params }

export const post = endpoint('POST')
export const put = endpoint('PUT')
export const patch = endpoint('PATCH')
export const del = endpoint('DELETE')

/** Parameters go into the path. */
export const get = <Params, Answer>(path: Path<Params>): Endpoint<Params, Answer> => ({
  method: 'GET',
  path: typeof path === 'function' ? path : () => path,
})

/** The server answered with an error. */
export class ApiError extends Error {
  readonly status: number
  readonly answer: ErrorAnswer
  /** When to retry; undefined if the server does not say. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, answer: ErrorAnswer, retryAfterSeconds?: number) {
    super(answer.message)
    this.name = 'ApiError'
    this.status = status
    this.answer = answer
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface RequestOptions {
  signal?: AbortSignal
  /** Access token. For calls that need one, use `requestAs` of the stores. */
  token?: string
  /** E-mail and password for Basic authorization, in any script. */
  basic?: { email: string; password: string }
  /** The request goes on after the page is left. */
  keepalive?: boolean
  /** For an answer that takes longer than most, such as a file. */
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000

/**
 * Calls the API from the browser. An answer without a body (204) is undefined, CSV is text, others are JSON. @throws
 * ApiError if the server refuses; TypeError or DOMException if it is unreachable for 15 s (or `timeoutMs`), or `signal`
 * aborts
 */
export async function request<Params, Answer>(
  endpoint: Endpoint<Params, Answer>,
  params: Params,
  { signal, token, basic, keepalive, timeoutMs = TIMEOUT_MS }: RequestOptions = {},
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const body = endpoint.body?.(params)
  const authorization = token ? `Bearer ${token}` : basic && basicAuthorization(basic)
  const response = await fetch(endpoint.path(params), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(authorization && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(keepalive && { keepalive }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  if (!response.ok) throw await apiError(response)
  if (response.status === 204) return undefined as Answer
  return isCsv(response) ? ((await response.text()) as Answer) : response.json()
}

function isCsv({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/csv') ?? false
}

/** RFC 7617 with UTF-8; bare `btoa` throws on 日本語. */
function basicAuthorization({ email, password }: { email: string; password: string }): string {
  const bytes = new TextEncoder().encode(`${email}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

async function apiError(response: Response): Promise<ApiError> {
  const seconds = Number(response.headers.get('retry-after'))
  return new ApiError(response.status, await errorAnswer(response), seconds || undefined)
}

async function errorAnswer(response: Response): Promise<ErrorAnswer> {
  const fallback = { status: 'UNEXPECTED', message: response.statusText, request_id: '' }
  const answer = await response.json().catch(() => fallback)
  return typeof answer?.status === 'string' ? answer : fallback
}
