/** An error as the API answers it. The interface chooses its own text by `status`. */
export interface ErrorAnswer {
  status: string
  message: string
  request_id: string
}

/**
 * How to make a call: a call of the contract, or what the build leaves of it for browsers (server/build/browser-calls.ts).
 */
export interface Endpoint<Params, Answer> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Template: `/api/medias/{id}`. */
  path: string
  /** Anything, if parameters that the path does not name go into the body; otherwise they go into the query. */
  body?: unknown
  /** Never set; it only carries the types. */
  readonly types?: { params: Params; answer: Answer }
}

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
 * Calls the API from the browser. An answer without a body (204) is undefined, a sheet or document is a Blob, others are JSON. @throws
 * ApiError if the server refuses; TypeError or DOMException if it is unreachable for 15 s (or `timeoutMs`), or `signal`
 * aborts
 */
export async function request<Params, Answer>(
  endpoint: Endpoint<Params, Answer>,
  params: NoInfer<Params>,
  { signal, token, basic, keepalive, timeoutMs = TIMEOUT_MS }: RequestOptions = {},
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const { address, rest } = addressed(endpoint, params)
  const body = endpoint.body && rest
  const authorization = token ? `Bearer ${token}` : basic && basicAuthorization(basic)
  const response = await fetch(address, {
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
  return isDocument(response) ? ((await response.blob()) as Answer) : response.json()
}

/** The address of a call; values that are undefined or empty are left out of the query. */
export function addressOf<Params>(endpoint: Endpoint<Params, unknown>, params: NoInfer<Params>): string {
  return addressed(endpoint, params).address
}

function addressed({ path, body }: { path: string; body?: unknown }, params: unknown) {
  const rest: Record<string, unknown> = { ...(params as object) }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value } = rest
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (body) return { address: filled, rest }
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const joint = filled.includes('?') ? '&' : '?'
  return { address: query.size > 0 ? `${filled}${joint}${query}` : filled, rest }
}

function isDocument({ headers }: Response): boolean {
  return /^(?:text\/csv|application\/pdf)/.test(headers.get('content-type') ?? '')
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
