import type { Fault } from '../../../tools/stripe-emulator/http/faults.ts'
import type { WebhookFault } from '../../../tools/stripe-emulator/http/webhooks.ts'
import type { Truth } from '../../../tools/stripe-emulator/model/truth.ts'

/** Controls a Stripe emulator in another process. */
export interface Emulator {
  /** Calls Stripe's API as the shop of own-shop.ts. */
  api(method: string, path: string, fields: Record<string, string>): Promise<{ data: { product: string }[] }>
  truth(): Promise<Truth>
  fail(fault: Fault): Promise<void>
  disturbWebhooks(fault: WebhookFault): Promise<void>
  clearFaults(): Promise<void>
}

export function emulatorAt(url: string): Emulator {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/_emu/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  return {
    async api(method, path, fields) {
      const headers = { authorization: 'Bearer sk_test_of_a_shop_of_its_own' }
      const answer = await fetch(`${url}/v1/${path}`, {
        method,
        headers,
        ...(method === 'POST' && { body: new URLSearchParams(fields) }),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    truth: async () => (await call('GET', 'state')).json(),
    fail: async (fault) => void (await call('POST', 'faults', fault)),
    disturbWebhooks: async (fault) => void (await call('POST', 'webhook-faults', fault)),
    clearFaults: async () => void (await call('DELETE', 'faults')),
  }
}

/** The emulator of the shop that all tests share: read only. */
export function sharedEmulator(): Emulator {
  return emulatorAt(process.env.NAGARE_STRIPE_URL ?? '')
}
