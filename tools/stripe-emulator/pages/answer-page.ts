import { readFileSync } from 'node:fs'
import type { EmulatorCore } from '../create-emulator.ts'
import type { ApiRequest, Reply } from '../http/api.ts'
import type { Account } from '../model/account.ts'
import { ApiError } from '../model/api-error.ts'
import { getCheckout } from '../model/checkout.ts'
import { settle } from '../model/clock.ts'
import { payCheckout } from '../model/pay-checkout.ts'
import { isTestCard } from '../model/payment-methods.ts'
import { getPortal } from '../model/portal.ts'
import { applyPromotion } from '../model/promotion.ts'
import type { CheckoutSession } from '../model/state.ts'
import { notice, seeOther } from './document.ts'
import { invoicePage } from './invoice-page.ts'
import { payPage, successUrl } from './pay-page.ts'
import { actOnPortal } from './portal-actions.ts'
import { portalPage } from './portal-page.ts'
import { textsFor } from './texts.ts'

/** In cascade order. */
const STYLE = ['page', 'amounts', 'form', 'rows']
  .map((name) => readFileSync(new URL(`./styles/${name}.css`, import.meta.url), 'utf8'))
  .join('\n')

/** The hosted pages and their buttons. */
export function answerPage(core: EmulatorCore, request: ApiRequest): Reply {
  const path = request.target.split('?', 1)[0]!
  const [, place, kind, id = ''] = path.split('/')
  settle(core.account)
  const texts = textsFor(null, request.headers['accept-language'])
  try {
    if (path === '/emulator.css') return style()
    if (place === 'c' && kind === 'pay') return checkout(core, request, id)
    if (place === 'p' && kind === 'session') return portal(core, request, id)
    if (place === 'i' && kind) return invoicePage(core.account, kind, texts)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status !== 404) return notice(error.status, texts, { title: texts.failed, text: error.message })
  }
  return notice(404, texts, { title: texts.missing, text: texts.missingText })
}

function checkout(
  { account }: EmulatorCore,
  { method, headers, body, target }: ApiRequest,
  id: string,
): Reply {
  const session = getCheckout(account, id)
  const texts = textsFor(session.locale, headers['accept-language'])
  if (method !== 'POST' || session.status !== 'open') {
    const query = new URLSearchParams(target.split('?')[1])
    return payPage(account, session, texts, {
      declined: query.get('declined'),
      promotion: query.get('promotion'),
    })
  }
  const form = new URLSearchParams(body)
  const promotion = form.get('promotion')
  if (promotion !== null) return redeem(account, session, promotion)
  const card = form.get('card') ?? 'pays'
  try {
    const buyer = {
      card: isTestCard(card) ? card : ('declines' as const),
      email: form.get('email') ?? undefined,
      business_name: form.get('business_name'),
      tax_id: form.get('tax_id'),
    }
    return seeOther(successUrl(payCheckout(account, id, buyer)))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 402) throw error
    return seeOther(`/c/pay/${id}?declined=${error.detail.decline_code}`)
  }
}

function redeem(account: Account, session: CheckoutSession, code: string): Reply {
  try {
    applyPromotion(account, session, code)
    return seeOther(`/c/pay/${session.id}`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    return seeOther(`/c/pay/${session.id}?promotion=${encodeURIComponent(code)}`)
  }
}

function portal({ account }: EmulatorCore, { method, headers, body, target }: ApiRequest, id: string): Reply {
  const session = getPortal(account, id)
  const texts = textsFor(session.locale, headers['accept-language'])
  if (method === 'POST') {
    const done = actOnPortal(account, session, new URLSearchParams(body))
    return seeOther(`/p/session/${id}?done=${done}`)
  }
  const done = new URLSearchParams(target.split('?')[1]).get('done')
  return portalPage(account, session, texts, done)
}

function style(): Reply {
  return { status: 200, headers: { 'content-type': 'text/css', 'cache-control': 'no-cache' }, body: STYLE }
}
