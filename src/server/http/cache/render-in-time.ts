import { AppError } from '#contract/errors.ts'
import { localeOf, localePath } from '#domain/address/locale-path.ts'
import { answerLimit, type Limits } from '#server/http/limits.ts'
import type { Render, Rendered, RenderLocals, RenderRequest } from './astro-renderer.ts'

/** Seconds. */
const RETRY_AFTER = '5'

/**
 * Renders, but answers 503 after the time limit; the work goes on without an audience. A page that fails because the
 * database or storage is down is 503 too. `renderError` renders the error page.
 */
export function renderInTime<More extends unknown[]>(
  render: (...given: [RenderRequest, RenderLocals, ...More]) => ReturnType<Render>,
  limits: Limits,
  renderError: Render,
) {
  return async (...given: [RenderRequest, RenderLocals, ...More]): ReturnType<Render> => {
    const [request, locals] = given
    const milliseconds = answerLimit(request.url.split('?', 1)[0]!, limits)
    const rendered = await within(milliseconds, render(...given), () => tooLate(renderError, request, locals))
    return rendered && locals.isUnavailable ? unavailable(rendered) : rendered
  }
}

async function within<T>(milliseconds: number, work: Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(resolve, milliseconds, 'late')
  const first = await Promise.race([work, late]).finally(() => clearTimeout(timer))
  return first === 'late' ? otherwise() : first
}

async function tooLate(render: Render, { url }: RenderRequest, locals: RenderLocals) {
  locals.deps.log.warn({ id: locals.requestId }, 'no answer in time')
  if (url.startsWith('/api/')) throw new AppError('unavailable', 'no answer in time')
  locals.isUnavailable = true
  return render({ method: 'GET', url: localePath(localeOf(url), '/500'), headers: {} }, locals)
}

function unavailable(rendered: Rendered): Rendered {
  return { ...rendered, status: 503, headers: { ...rendered.headers, 'retry-after': RETRY_AFTER } }
}
