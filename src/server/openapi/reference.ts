import { allCalls } from '#contract/all-calls.ts'
import type { Call } from '#contract/call.ts'
import { CALL_ROOMS, type CallRoomName } from '#contract/call-rooms.ts'
import type { Answer, DescribedCall, Operation } from '#contract/openapi.ts'
import type { Site } from '#server/config/config.ts'
import { byAddress, openApiDocument } from './document.ts'

/** The calls of one room, and the named schemas that they use, directly or by others. */
export function referenceOf(site: Pick<Site, 'name' | 'url'>, room: CallRoomName) {
  const document = openApiDocument(site)
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === room)
      .map(([method, operation]) => describe(document, { ...operation, path, method: method.toUpperCase() })),
  )
  const used = new Set<string>()
  for (const { body, success } of calls) {
    const { content = {} } = success.answer
    addNames([body?.schema, ...Object.values(content).map(({ schema }) => schema)], used)
  }
  for (const name of used) addNames(document.components.schemas[name], used)
  const schemas = [...used].toSorted().map((name) => ({ name, schema: document.components.schemas[name]! }))
  return { calls, schemas }
}

type Document = ReturnType<typeof openApiDocument>
type Placed = Operation & { path: string; method: string }

function describe(document: Document, call: Placed): DescribedCall {
  const responses = Object.entries(call.responses)
  const [status, answer] = responses.find(([, each]) => !('$ref' in each)) as [string, Answer]
  const errors = responses.flatMap(([code, each]) =>
    '$ref' in each
      ? [{ status: code, text: document.components.responses[each.$ref.split('/').at(-1)!]!.description }]
      : [],
  )
  const body = call.requestBody?.content['application/json']
  const type = Object.keys(answer.content ?? {})[0]
  const [, { more } = {}] = allCalls.find(([name]) => name === call.operationId) ?? []
  return {
    ...call,
    more,
    curl: curlOf(document.servers[0]!.url, call),
    body,
    success: { status, answer, type },
    errors,
  }
}

function addNames(value: unknown, names: Set<string>): void {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) names.add(name!)
}

/** A call’s example as a command. */
function curlOf(origin: string, { path, method, parameters = [], security, requestBody }: Placed): string {
  const given = parameters.filter(({ example }) => example !== undefined)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given.find((each) => each.name === name)?.example)),
  )
  const query = new URLSearchParams(
    given.filter((each) => each.in === 'query').map(({ name, example }) => [name, String(example)]),
  )
  const body = requestBody?.content['application/json']?.example
  const [first = {}] = security
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${filled}${query.size > 0 ? `?${query}` : ''}'`,
    ...('session' in first ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...('password' in first ? [`-u 'aoi@example.com:nagareru-mizu'`] : []),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n  ')
}

/** All rooms with their calls, for the list beside the pages. */
export function callIndex() {
  return Object.entries(CALL_ROOMS).map(([room, { title, calls }]) => ({
    room: room as CallRoomName,
    title,
    calls: (Object.entries(calls) as [string, Call][])
      .toSorted(byAddress)
      .map(([name, { method, path, does }]) => ({ name, method, path, does })),
  }))
}

/** The same first request in three languages; a test runs them as they are. */
export function firstRequests(origin: string) {
  const address = `${origin}/api/medias/search?q=temple&orientation=landscape`
  return [
    { label: 'curl', code: `curl '${address}'` },
    {
      label: 'JavaScript',
      code: `const answer = await fetch('${address}')
const { sources } = await answer.json()
for (const { id, title } of sources) console.log(id, title)`,
    },
    {
      label: 'Python',
      code: `import json
from urllib.request import urlopen

with urlopen("${address}") as answer:
    found = json.load(answer)
for clip in found["sources"]:
    print(clip["id"], clip["title"])`,
    },
  ]
}
