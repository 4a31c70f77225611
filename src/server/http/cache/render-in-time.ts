import { AppError } from '#contract/errors.ts'
import { localeOf, localePath } from '#domain/address/locale-path.ts'
import { answerLimit, type Limits } from '#server/http/limits.ts'
import type { RenderLocals, RenderRequest } from './astro-renderer.ts'
import type { RenderPage } from './rendered-page.ts'

/** Renders, but answers 503 after the time limit; the work goes on without an audience. `renderError` renders that page. */
export function renderInTime<More extends unknown[]>(
  render: (...given: [RenderRequest, RenderLocals, ...More]) => ReturnType<RenderPage>,
  limits: Limits,
  renderError: RenderPage,
) {
  return async (...given: [RenderRequest, RenderLocals, ...More]): ReturnType<RenderPage> => {
    const [request, locals] = given
    return within(answerLimit(request, limits), render(...given), () => tooLate(renderError, request, locals))
  }
}

async function within<T>(milliseconds: number, work: Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(resolve, milliseconds, 'late')
  const first = await Promise.race([work, late]).finally(() => clearTimeout(timer))
  return first === 'late' ? otherwise() : first
}

async function tooLate(render: RenderPage, { url }: RenderRequest, locals: RenderLocals) {
  locals.deps.log.warn({ id: locals.requestId }, 'no answer in time')
  if (url.startsWith('/api/')) throw new AppError('unavailable', 'no answer in time')
  locals.isUnavailable = true
  return render({ method: 'GET', url: localePath(localeOf(url), '/500'), headers: {} }, locals)
}
