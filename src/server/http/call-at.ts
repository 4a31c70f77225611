import { allCalls, type CallName } from '#contract/all-calls.ts'
import type { Call, Method } from '#contract/call.ts'

export interface NamedCall extends Call {
  name: CallName
}

export interface CallPath {
  template: string
  calls: Partial<Record<Method, NamedCall>>
  /** For `Allow`. GET includes HEAD, unless GET has an effect. */
  methods: string[]
  /** The texts of the path, decoded. */
  params: Record<string, string>
}

interface Route extends Omit<CallPath, 'params'> {
  pattern: RegExp
  names: string[]
}

const NAME = /\{(\w+)\}/g
const routes = [...Map.groupBy(allCalls, ([, { path }]) => path)].map(([template, listed]): Route => {
  const calls: Route['calls'] = {}
  for (const [name, call] of listed) calls[call.method] = { ...call, name }
  const methods = Object.keys(calls)
  return {
    template,
    calls,
    methods: calls.GET && !calls.GET.changes ? [...methods, 'HEAD'] : methods,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(NAME, '([^/]+)')}$`),
    names: [...template.matchAll(NAME)].map(([, name = '']) => name),
  }
})
const fixed = new Map(routes.map((route) => [route.template, route]))
/** The longer the part before its first parameter, the more exact a template is. */
const open = routes
  .filter(({ names }) => names.length > 0)
  .toSorted((a, b) => b.template.indexOf('{') - a.template.indexOf('{'))

/** The calls at a path in its canonical spelling (request-target.ts). */
export function callsAt(path: string): CallPath | undefined {
  const exact = fixed.get(path)
  if (exact) return { ...exact, params: {} }
  for (const route of open) {
    const texts = route.pattern.exec(path)?.slice(1)
    if (texts)
      return {
        ...route,
        params: Object.fromEntries(route.names.map((name, n) => [name, decodeURIComponent(texts[n]!)])),
      }
  }
  return undefined
}

/** The call that a request makes; HEAD is the GET without its body. */
export function callOf(method: string, path: string): NamedCall | undefined {
  return callsAt(path)?.calls[(method === 'HEAD' ? 'GET' : method) as Method]
}
