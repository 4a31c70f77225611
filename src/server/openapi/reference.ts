import type { CallName } from '#contract/all-calls.ts'
import type { Call } from '#contract/call.ts'
import { CALL_ROOMS, type CallRoomName } from '#contract/call-rooms.ts'
import type { DescribedCall } from '#contract/openapi.ts'
import type { Site } from '#server/config/config.ts'
import { type Answer, byAddress, type Operation, openApiDocument } from './document.ts'

const callsIn = (room: CallRoomName) =>
  (Object.entries(CALL_ROOMS[room].calls) as [CallName, Call][]).toSorted(byAddress)

/** The calls of one room, and the named schemas that they use, directly or by others. */
export function referenceOf(site: Pick<Site, 'name' | 'url'>, room: CallRoomName) {
  const document = openApiDocument(site)
  const calls = callsIn(room).map(([name, call]) => describe(document, name, call))
  const used = new Set<string>()
  for (const { sent, success } of calls) addNames([sent, success.schema], used)
  for (const name of used) addNames(document.components.schemas[name], used)
  const schemas = [...used].toSorted().map((name) => ({ name, schema: document.components.schemas[name]! }))
  return { calls, schemas }
}

function describe(
  { paths, components, servers }: ReturnType<typeof openApiDocument>,
  name: CallName,
  call: Call,
): DescribedCall {
  const operation = paths[call.path]![call.method.toLowerCase()]!
  const { parameters = [], requestBody } = operation
  const answers = Object.entries(operation.responses)
  const [status, answer] = answers.find(([, each]) => !('$ref' in each)) as [string, Answer]
  const [[type, content] = []] = Object.entries(answer.content ?? {})
  const refusals = answers.flatMap(([code, each]) =>
    '$ref' in each
      ? [{ status: code, text: components.responses[each.$ref.split('/').at(-1)!]!.description }]
      : [],
  )
  return {
    ...{ ...call, name, fields: parameters, sent: requestBody?.content['application/json'].schema },
    ...{ success: { status, type, ...content }, refusals, curl: curlOf(servers[0]!.url, call, operation) },
  }
}

function addNames(value: unknown, names: Set<string>): void {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) names.add(name!)
}

/** A call’s example as a command. */
function curlOf(origin: string, { path, method }: Call, operation: Operation): string {
  const { parameters = [], requestBody, security } = operation
  const given = (place: 'path' | 'query') =>
    parameters.flatMap(({ in: at, name, example }) =>
      at === place && example !== undefined ? [[name, String(example)]] : [],
    )
  const texts = Object.fromEntries(given('path'))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(texts[name]))
  const query = String(new URLSearchParams(given('query')))
  const body = requestBody?.content['application/json'].example
  const [first = {}] = security
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${filled}${query && `?${query}`}'`,
    ...('session' in first ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...('password' in first ? [`-u 'aoi@example.com:nagareru-mizu'`] : []),
    ...(body ? [`-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`] : []),
  ].join(' \\\n  ')
}

/** All rooms with their calls, for the list beside the pages. */
export function callIndex() {
  return (Object.keys(CALL_ROOMS) as CallRoomName[]).map((room) => ({
    room,
    title: CALL_ROOMS[room].title,
    calls: callsIn(room).map(([name, call]) => ({ ...call, name })),
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
