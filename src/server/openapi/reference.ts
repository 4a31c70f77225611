import type { Call } from '#contract/call.ts'
import { CALL_ROOMS, type CallRoomName } from '#contract/call-rooms.ts'
import type { Answer, Operation } from '#contract/openapi.ts'
import { addressOf } from '#contract/request.ts'
import type { Site } from '#server/config/config.ts'
import { describedCalls, openApiDocument } from './document.ts'

const callsIn = (room: string) => describedCalls.filter((call) => call.room === room)

/** All rooms with their calls, for the list beside the pages. */
export const callIndex = Object.entries(CALL_ROOMS).map(([room, { title }]) => ({
  room: room as CallRoomName,
  title,
  calls: callsIn(room),
}))

/** The calls of one room as the document has them, and the named schemas that they use, directly or by others. */
export function referenceOf(site: Pick<Site, 'name' | 'url'>, room: CallRoomName) {
  const { paths, components } = openApiDocument(site)
  const calls = callsIn(room).map((call) => {
    const operation = paths[call.path]![call.method.toLowerCase()]!
    const answers = Object.entries(operation.responses).map(([status, each]): [string, Answer] => [
      status,
      '$ref' in each ? components.responses[each.$ref.split('/').at(-1)!]! : each,
    ])
    return { call, operation, answers, curl: curlOf(site.url.origin, call, operation) }
  })
  const used = new Set<string>()
  const addNames = (value: unknown) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) used.add(name!)
  }
  for (const { operation } of calls) addNames(operation)
  for (const name of used) addNames(components.schemas[name])
  return { calls, schemas: [...used].toSorted().map((name) => ({ name, schema: components.schemas[name]! })) }
}

/** A call’s example as a command. */
function curlOf(origin: string, { path, method }: Call, operation: Operation) {
  const { parameters = [], requestBody, security } = operation
  const given = Object.fromEntries(parameters.map(({ name, example }) => [name, example]))
  const address = origin + addressOf({ path, method }, given)
  const body = requestBody?.content['application/json'].example
  const [first = {}] = security
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${address}'`,
    ...('session' in first ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...('password' in first ? [`-u 'aoi@example.com:nagareru-mizu'`] : []),
    ...(body ? [`-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`] : []),
  ].join(' \\\n  ')
}

/** The same first request in three languages, by their names; a test runs them as they are. */
export function firstRequests(origin: string) {
  const address = `${origin}/api/medias/search?q=temple&orientation=landscape`
  return {
    curl: `curl '${address}'`,
    JavaScript: `const answer = await fetch('${address}')
const { sources } = await answer.json()
for (const { id, title } of sources) console.log(id, title)`,
    Python: `import json
from urllib.request import urlopen

for clip in json.load(urlopen("${address}"))["sources"]:
    print(clip["id"], clip["title"])`,
  }
}
