import { defineMiddleware } from 'astro:middleware'
import { localeOf } from '#domain/address/locale-path.ts'
import { codeOf, ERROR_STATUS } from '#server/http/endpoint/error-status.ts'

/** Sets the language, and logs pages that fail. */
export const onRequest = defineMiddleware(async (context, next) => {
  // As the visitor sent it: Astro decodes repeatedly, and %2541 would become A.
  context.url.pathname = new URL(context.request.url).pathname
  context.locals.locale = localeOf(context.url.pathname)
  context.locals.route = context.routePattern
  const { deps, requestId } = context.locals
  try {
    return await next()
  } catch (error) {
    deps.log.error({ err: error, id: requestId, route: context.routePattern }, 'page failed')
    context.locals.isUnavailable = ERROR_STATUS[codeOf(error)] === 503
    return new Response(null, { status: 500 })
  }
})
