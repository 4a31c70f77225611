import { defineMiddleware } from 'astro:middleware'
import type { APIContext } from 'astro'
import { AppError } from '#contract/errors.ts'
import { localeOf } from '#domain/address/locale-path.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

const endpoints = import.meta.glob('./pages/api/**/*.ts')

/** Sets the language, refuses methods that an endpoint lacks, and logs pages that fail. */
export const onRequest = defineMiddleware(async (context, next) => {
  // As the visitor sent it: Astro decodes until nothing is left to decode, and %2541 would become A.
  context.url.pathname = new URL(context.request.url).pathname
  context.locals.locale = localeOf(context.url.pathname)
  const { deps, requestId } = context.locals
  const allowed = await methodsOf(context.routePattern)
  if (allowed && !allowed.includes(context.request.method)) return refuseMethod(context, allowed)
  try {
    return await next()
  } catch (error) {
    deps.log.error({ err: error, id: requestId, path: context.url.pathname }, 'page failed')
    return new Response(null, { status: 500 })
  }
})

/** The methods that an endpoint exports; undefined for a page. */
async function methodsOf(routePattern: string): Promise<string[] | undefined> {
  const load = endpoints[`./pages${routePattern}.ts`] ?? endpoints[`./pages${routePattern}/index.ts`]
  const module = await load?.()
  return module ? Object.keys(module) : undefined
}

async function refuseMethod(context: APIContext, allowed: string[]): Promise<Response> {
  const response = await refuse(context)
  const head = allowed.includes('GET') ? ['HEAD'] : []
  response.headers.set('Allow', [...allowed, ...head].join(', '))
  return response
}

const refuse = endpoint(() => {
  throw new AppError('methodNotAllowed')
})
