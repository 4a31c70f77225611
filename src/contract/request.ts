/** What the API answers where it refuses or fails; texts for people come from i18n, chosen by `status`. */
export interface ErrorAnswer {
  status: string
  message: string
  request_id: string
}

/** How one call is made; `Answer` is its contract, checked by the server's own tests. */
export interface Endpoint<Params, Answer> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: (params: Params) => string
  body?: (params: Params) => unknown
  /** Never present: carries the answer's type. */
  readonly answer?: Answer
}

/** The server answered, and said no. */
export class ApiError extends Error {
  readonly status: number
  readonly answer: ErrorAnswer

  constructor(status: number, answer: ErrorAnswer) {
    super(answer.message)
    this.name = 'ApiError'
    this.status = status
    this.answer = answer
  }
}

export interface RequestOptions {
  signal?: AbortSignal
  /** An access token; see `requestAs` in the stores for calls that need one. */
  token?: string
  /** Signs in: the e-mail and password of Basic authorization, in any script. */
  basic?: { email: string; password: string }
  /** Goes on when the page is left. */
  keepalive?: boolean
}

const TIMEOUT_MS = 15_000

/**
 * Calls the API from the browser. An answer without a body (204) is undefined.
 * @throws ApiError where the server refuses; TypeError or DOMException where it cannot be reached in 15 s or `signal` aborts
 */
export async function request<Params, Answer>(
  endpoint: Endpoint<Params, Answer>,
  params: Params,
  { signal, token, basic, keepalive }: RequestOptions = {},
): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
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
  if (!response.ok) throw new ApiError(response.status, await errorAnswer(response))
  return response.status === 204 ? (undefined as Answer) : response.json()
}

/** RFC 7617 with UTF-8; `btoa` alone throws on 日本語. */
function basicAuthorization({ email, password }: { email: string; password: string }): string {
  const bytes = new TextEncoder().encode(`${email}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

async function errorAnswer(response: Response): Promise<ErrorAnswer> {
  const fallback = { status: 'UNEXPECTED', message: response.statusText, request_id: '' }
  const answer = await response.json().catch(() => fallback)
  return typeof answer?.status === 'string' ? answer : fallback
}
