import { allCalls, type CallName } from '#contract/all-calls.ts'
import { type Call, type Caller, errorsOf, type FileType, type Method } from '#contract/call.ts'
import { CALL_ROOMS, type CallRoomName } from '#contract/call-rooms.ts'
import { ERROR_MESSAGES, errorStatusText } from '#contract/error-messages.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Schema } from '#contract/openapi.ts'
import type { Site } from '#server/config/config.ts'
import { ERROR_STATUS } from '#server/http/endpoint/error-status.ts'
import answers from './answers.json' with { type: 'json' }
import { callSchemas, parameterSchema } from './schemas.ts'

type Shared = ReturnType<typeof sharedParts>
type Content = Record<string, { schema: Schema; example?: unknown }>
type Security = Record<string, readonly string[]>[]
export interface Answer {
  description: string
  headers?: Record<string, { description: string; schema: Schema }>
  content?: Content
}
export type Operation = ReturnType<typeof headOf> &
  ReturnType<typeof inputOf> & { responses: Record<string, Answer | { $ref: string }> }

/** All calls as OpenAPI 3.1, made of the contract. The same at every shop but for name and address. */
export function openApiDocument({ name, url }: Pick<Site, 'name' | 'url'>) {
  shared ??= sharedParts()
  return {
    openapi: '3.1.1',
    info: { title: `${name} API`, version: '1', description: ABOUT },
    externalDocs: { url: new URL('/developers', url).href },
    servers: [{ url: url.origin }],
    ...(JSON.parse(JSON.stringify(shared).replaceAll(EXAMPLE_SITE, url.origin)) as Shared),
  }
}
const ABOUT = 'JSON over HTTP. Durations are seconds, bit rates bits per second, times ISO 8601 in UTC.'
/** The shop of the examples. */
const EXAMPLE_SITE = 'https://nagare.example'
let shared: Shared | undefined

const SECURITY_SCHEMES = {
  session: { type: 'http', scheme: 'bearer', description: 'The access token of a sign-in.' },
  key: { type: 'http', scheme: 'bearer', description: 'A key for programs, with the scopes that are named.' },
  password: { type: 'http', scheme: 'basic', description: 'E-mail address and password in UTF-8.' },
} as const

/** Calls that take their caller otherwise than `may` says. */
const OTHER_SECURITY: Partial<Record<CallName, Security>> = {
  login: [{ password: [] }],
  ...{ playClip: [{ session: [] }], signPromotionMedia: [{ session: [] }, {}] },
  ...{ verifyEmail: [{ session: [] }, {}] },
}

function securityOf(name: CallName, { may, scope }: Call): Security {
  const person = OTHER_SECURITY[name] ?? (may === 'anyone' ? [{}] : [{ session: [] }])
  return scope === 'none' ? person : [...person, { key: [scope] }]
}

const WHO: Record<Caller, string> = {
  anyone: '',
  member: 'For members.',
  paid: 'For members with a paid membership.',
  editor: 'For editors and the admin.',
  admin: 'For the admin.',
}
const PROOF = 'Needs a proof of password or factor in the last ten minutes.'

function sharedParts() {
  const schemas = callSchemas()
  const refusals: Record<string, Answer> = {}
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, call] of allCalls.toSorted(byAddress)) {
    paths[call.path] ??= {}
    paths[call.path]![call.method.toLowerCase()] = {
      ...headOf(name, call),
      ...inputOf(call, schemas.bodies[name]),
      responses: { ...successOf(name, call, schemas.answers[name]), ...refusalsOf(call, refusals) },
    }
  }
  return {
    tags: Object.entries(CALL_ROOMS).map(([name, { title, about }]) => ({
      name,
      ...{ 'x-displayName': title, description: about || title },
    })),
    paths,
    components: {
      schemas: { ...schemas.named, Error: ERROR } as Record<string, Schema>,
      responses: refusals,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** By path, and what reads before what changes. */
export const byAddress = ([, a]: [unknown, Call], [, b]: [unknown, Call]) =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const rooms = new Map(
  Object.entries(CALL_ROOMS).flatMap(([room, { calls }]) =>
    Object.keys(calls).map((name) => [name, room as CallRoomName]),
  ),
)

function headOf(name: CallName, call: Call) {
  const says = [call.more, WHO[call.may], call.proof && PROOF].filter(Boolean)
  return {
    operationId: name,
    tags: [rooms.get(name)!] as [CallRoomName],
    summary: call.does,
    ...(says.length > 0 && { description: says.join(' ') }),
    security: securityOf(name, call),
    'x-caller': call.may,
    ...(call.proof && { 'x-proof': typeof call.proof === 'string' ? call.proof : ('any' as const) }),
  }
}

function inputOf({ params, query, body, example = {} }: Call, schema: Schema | undefined) {
  const parametersIn = (place: 'path' | 'query', fields: typeof params) =>
    Object.entries(fields?.shape ?? {}).map(([name, field]) => ({
      ...{ name, in: place, required: !field._zod.optin, schema: parameterSchema(field) },
      ...(name in example && { example: example[name] }),
    }))
  const parameters = [...parametersIn('path', params), ...parametersIn('query', query)]
  const sent = Object.entries(example).filter(([name]) => !(name in (params?.shape ?? {})))
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true as const,
        content: { 'application/json': { schema: schema!, example: Object.fromEntries(sent) } },
      },
    }),
  }
}

function successOf(name: CallName, call: Call, schema: Schema | undefined): Record<string, Answer> {
  if (call.redirects) {
    const Location = { description: 'Address of the film.', schema: { type: 'string' } as const }
    return { 302: { description: 'Leads to the film.', headers: { Location } } }
  }
  if (call.file) return { 200: { description: 'A file.', content: fileContent(call.file.type) } }
  if (!schema) return { 204: { description: 'Done.' } }
  const example = (answers as Partial<Record<CallName, unknown>>)[name]
  const content = { 'application/json': { schema, ...(example !== undefined && { example }) } }
  return { [call.status ?? 200]: { description: call.status ? 'Made.' : 'The answer.', content } }
}

function fileContent(type: FileType): Content {
  if (type.startsWith('application/json')) return { 'application/json': { schema: { type: 'object' } } }
  const isText = type.includes('charset')
  return { [type]: { schema: { type: 'string', ...(!isText && { format: 'binary' }) } } }
}

const ERROR = {
  type: 'object',
  properties: {
    status: { type: 'string', description: 'The code.' },
    message: { type: 'string', description: 'English, for developers.' },
    request_id: { type: 'string' },
  },
  required: ['status', 'message', 'request_id'],
} satisfies Schema

/** The errors of a call by HTTP status; calls with the same ones share their description. */
function refusalsOf(call: Call, refusals: Record<string, Answer>): Record<string, { $ref: string }> {
  // What is no error to browsers stays out of the types of answers; the call's text tells of it.
  const errors = errorsOf(call).filter((code) => ERROR_STATUS[code] >= 400)
  const byStatus = Map.groupBy(new Set(errors), (code) => ERROR_STATUS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const key = codes.toSorted().join('.')
      refusals[key] ??= refusal(status, codes.toSorted())
      return [status, { $ref: `#/components/responses/${key}` }]
    }),
  )
}

const REPEATABLE = [429, 503]

function refusal(status: number, codes: readonly ErrorCode[]): Answer {
  const names = codes.map(errorStatusText)
  const seconds = { description: 'Seconds to wait.', schema: { type: 'integer' } as const }
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { status: { enum: names } } }],
  }
  const example = { status: names[0], message: ERROR_MESSAGES[codes[0]!], request_id: 'b7e2f0c4' }
  return {
    description: codes.map((code) => `\`${errorStatusText(code)}\`: ${ERROR_MESSAGES[code]}`).join(' '),
    ...(REPEATABLE.includes(status) && { headers: { 'Retry-After': seconds } }),
    content: { 'application/json': { schema, example } },
  }
}
