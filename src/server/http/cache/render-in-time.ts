import { AppError } from '#contract/errors.ts'
import { localeOf, localePath } from '#domain/address/locale-path.ts'
import { answerLimit, type Limits } from '#server/http/limits.ts'
import type { RenderLocals, RenderRequest } from './astro-renderer.ts'
import type { Encoding } from './content-encoding.ts'
import type { RenderPage } from './rendered-page.ts'

/** Renders, but answers 503 after the time limit; the work goes on without an audience. `renderError` renders that page. */
export function renderInTime(render: RenderPage, limits: Limits, renderError: RenderPage): RenderPage {
  return async (request, locals, encoding) => {
    const otherwise = () => tooLate(renderError, { request, locals, encoding })
    return within(answerLimit(request, limits), render(request, locals, encoding), otherwise)
  }
}

async function within<T>(milliseconds: number, work: Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(resolve, milliseconds, 'late')
  const first = await Promise.race([work, late]).finally(() => clearTimeout(timer))
  return first === 'late' ? otherwise() : first
}

interface Late {
  request: RenderRequest
  locals: RenderLocals
  encoding: Encoding
}

async function tooLate(render: RenderPage, { request, locals, encoding }: Late) {
  locals.deps.log.warn({ id: locals.requestId }, 'no answer in time')
  const { url } = request
  if (url.startsWith('/api/')) throw new AppError('unavailable', 'no answer in time')
  locals.isUnavailable = true
  const page = { method: 'GET', url: localePath(localeOf(url), '/500'), headers: {} }
  return render(page, locals, encoding)
}
