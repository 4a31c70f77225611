import { defineMiddleware } from 'astro:middleware'
import type { APIContext } from 'astro'
import { AppError } from '#contract/errors.ts'
import { localeOf } from '#domain/address/locale-path.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { codeOf, ERROR_STATUS } from '#server/http/endpoint/error-status.ts'

const endpoints = import.meta.glob('./pages/api/**/*.ts')

/** Sets the language, refuses methods that an endpoint lacks, and logs pages that fail. */
export const onRequest = defineMiddleware(async (context, next) => {
  // As the visitor sent it: Astro decodes repeatedly, and %2541 would become A.
  context.url.pathname = new URL(context.request.url).pathname
  context.locals.locale = localeOf(context.url.pathname)
  context.locals.route = context.routePattern
  const { deps, requestId } = context.locals
  const allowed = await methodsOf(context.routePattern)
  const method = context.locals.isHead ? 'HEAD' : context.request.method
  if (allowed && !allowed.includes(method)) return refuseMethod(context, allowed)
  try {
    return await next()
  } catch (error) {
    deps.log.error({ err: error, id: requestId, route: context.routePattern }, 'page failed')
    context.locals.isUnavailable = ERROR_STATUS[codeOf(error)] === 503
    return new Response(null, { status: 500 })
  }
})

/** The methods that an endpoint accepts; undefined for a page. GET includes HEAD, unless GET has an effect. */
async function methodsOf(routePattern: string): Promise<string[] | undefined> {
  const load = endpoints[`./pages${routePattern}.ts`] ?? endpoints[`./pages${routePattern}/index.ts`]
  const module = await load?.()
  if (!module) return undefined
  const { getOnly, ...handlers } = module as { getOnly?: boolean } & Record<string, unknown>
  const methods = Object.keys(handlers)
  return methods.includes('GET') && !getOnly ? [...methods, 'HEAD'] : methods
}

async function refuseMethod(context: APIContext, allowed: string[]): Promise<Response> {
  const response = await refuse(context)
  response.headers.set('Allow', allowed.join(', '))
  return response
}

const refuse = endpoint(() => {
  throw new AppError('methodNotAllowed')
})
