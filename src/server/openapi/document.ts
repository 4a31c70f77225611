import type { CallName } from '#contract/all-calls.ts'
import { type Call, type Caller, errorsOf, type Method } from '#contract/call.ts'
import { CALL_ROOMS, type CallRoomName } from '#contract/call-rooms.ts'
import { ERROR_MESSAGES, errorStatusText } from '#contract/error-messages.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Answer, Operation, Schema } from '#contract/openapi.ts'
import type { Site } from '#server/config/config.ts'
import { ERROR_STATUS } from '#server/http/endpoint/error-status.ts'
import examples from './answers.json' with { type: 'json' }
import { parameterSchema, schemasOf } from './schemas.ts'

export type { Operation } from '#contract/openapi.ts'

/** All calls as OpenAPI 3.1, made of the contract. The same at every shop but for name and address. */
export function openApiDocument({ name, url }: Pick<Site, 'name' | 'url'>) {
  shared ??= JSON.stringify(sharedParts())
  return {
    openapi: '3.1.1',
    info: { title: `${name} API`, version: '1', description: ABOUT },
    externalDocs: { url: new URL('/developers', url).href },
    servers: [{ url: url.origin }],
    ...(JSON.parse(shared.replaceAll(EXAMPLE_SITE, url.origin)) as ReturnType<typeof sharedParts>),
  }
}
const ABOUT = 'JSON over HTTP. Durations are seconds, bit rates bits per second, times ISO 8601 in UTC.'
/** The shop of the examples. */
const EXAMPLE_SITE = 'https://nagare.example'
let shared: string | undefined

const SECURITY_SCHEMES = {
  session: { type: 'http', scheme: 'bearer', description: 'The access token of a sign-in.' },
  key: { type: 'http', scheme: 'bearer', description: 'A key for programs, with the scopes that are named.' },
  password: { type: 'http', scheme: 'basic', description: 'E-mail address and password in UTF-8.' },
} as const

/** Calls that take their caller otherwise than `may` says. */
const OTHER_SECURITY: Partial<Record<CallName, Operation['security']>> = {
  login: [{ password: [] }],
  ...{ playClip: [{ session: [] }], signPromotionMedia: [{ session: [] }, {}] },
  ...{ verifyEmail: [{ session: [] }, {}] },
}

const WHO: Record<Caller, string> = {
  anyone: '',
  member: 'For members.',
  paid: 'For members with a paid membership.',
  editor: 'For editors and the admin.',
  admin: 'For the admin.',
}
const PROOF = 'Needs a proof of password or factor in the last ten minutes.'

/** A call with its name and that of its room. */
type Described = Call & { name: CallName; room: CallRoomName }

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const placeOf = ({ path, method }: Call) => `${path} ${METHODS.indexOf(method)}`

/** Every call, by path, and what reads before what changes. */
export const describedCalls = Object.entries(CALL_ROOMS)
  .flatMap(([room, { calls }]) => Object.entries(calls).map(([name, call]) => ({ ...call, name, room })))
  .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)) as Described[]

function sharedParts() {
  const [bodies, answers] = [schemasOf('body', 'input'), schemasOf('answer', 'output')]
  const responses: Record<string, Answer> = {}
  const paths: Record<string, Record<string, Operation>> = {}
  for (const call of describedCalls) {
    const refusals = refusalsOf(call)
    for (const { key, answer } of refusals) responses[key] ??= answer
    paths[call.path] ??= {}
    paths[call.path]![call.method.toLowerCase()] = {
      ...operationOf(call, bodies.each[call.name]),
      responses: {
        ...successOf(call, answers.each[call.name]),
        ...Object.fromEntries(
          refusals.map(({ status, key }) => [status, { $ref: `#/components/responses/${key}` }]),
        ),
      },
    }
  }
  return {
    tags: Object.entries(CALL_ROOMS).map(([name, { title, about }]) => ({
      name,
      ...{ 'x-displayName': title, description: about || title },
    })),
    paths,
    components: {
      schemas: { ...bodies.named, ...answers.named, Error: ERROR } as Record<string, Schema>,
      responses,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** What it takes. Undefined is left out of the document. */
function operationOf(call: Described, schema?: Schema) {
  const { name, may, scope, proof, params, query, body, example = {} } = call
  const person = OTHER_SECURITY[name] ?? (may === 'anyone' ? [{}] : [{ session: [] }])
  const parametersIn = (place: 'path' | 'query', fields: typeof params) =>
    Object.entries(fields?.shape ?? {}).map(([name, field]) => ({
      ...{ name, in: place, required: !field._zod.optin, schema: parameterSchema(field) },
      example: example[name],
    }))
  const parameters = [...parametersIn('path', params), ...parametersIn('query', query)]
  const sent = Object.entries(example).filter(([field]) => !(field in (params?.shape ?? {})))
  const content = { 'application/json': { schema: schema!, example: Object.fromEntries(sent) } }
  return {
    ...{ operationId: name, tags: [call.room], summary: call.does },
    description: [call.more, WHO[may], proof && PROOF].filter(Boolean).join(' ') || undefined,
    security: scope === 'none' ? person : [...person, { key: [scope] }],
    ...{ 'x-caller': may, 'x-proof': typeof proof === 'function' ? 'any' : proof },
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: body && { required: true, content },
  }
}

function successOf({ name, redirects, file, status }: Described, schema?: Schema): Operation['responses'] {
  if (redirects) {
    const Location = { description: 'Address of the film.', schema: { type: 'string' } as const }
    return { 302: { description: 'Leads to the film.', headers: { Location } } }
  }
  if (file) {
    const isJson = file.type.startsWith('application/json')
    const format = file.type.includes('charset') ? undefined : 'binary'
    const content = { schema: isJson ? { type: 'object' as const } : { type: 'string' as const, format } }
    return {
      200: { description: 'A file.', content: { [isJson ? 'application/json' : file.type]: content } },
    }
  }
  if (!schema) return { 204: { description: 'Done.' } }
  const example = (examples as Partial<Record<CallName, unknown>>)[name]
  const content = { 'application/json': { schema, example } }
  return { [status ?? 200]: { description: status ? 'Made.' : 'The answer.', content } }
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

/** The errors of a call by HTTP status; calls with the same ones share their description, by its key. */
function refusalsOf(call: Call) {
  // What is no error to browsers stays out of the types of answers; the call's text tells of it.
  const errors = errorsOf(call).filter((code) => ERROR_STATUS[code] >= 400)
  const byStatus = Map.groupBy(new Set(errors.toSorted()), (code) => ERROR_STATUS[code])
  return [...byStatus].map(([status, codes]) => ({
    status,
    key: codes.join('.'),
    answer: refusal(status, codes),
  }))
}

function refusal(status: number, codes: readonly ErrorCode[]): Answer {
  const names = codes.map(errorStatusText)
  const seconds = { description: 'Seconds to wait.', schema: { type: 'integer' } as const }
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { status: { enum: names } } }],
  }
  const example = { status: names[0], message: ERROR_MESSAGES[codes[0]!], request_id: 'b7e2f0c4' }
  return {
    description: codes.map((code) => `\`${errorStatusText(code)}\`: ${ERROR_MESSAGES[code]}`).join(' '),
    ...([429, 503].includes(status) && { headers: { 'Retry-After': seconds } }),
    content: { 'application/json': { schema, example } },
  }
}
