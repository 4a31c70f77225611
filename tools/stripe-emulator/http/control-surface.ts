import type { EmulatorCore } from '../create-emulator.ts'
import { ApiError } from '../model/api-error.ts'
import { isTestCard } from '../model/payment-methods.ts'
import type { ApiRequest, Reply } from './api.ts'

type Json = Record<string, unknown>
type Action = (core: EmulatorCore, body: never) => unknown

const ACTIONS: Record<string, Action> = {
  'GET /_emu/state': ({ control }) => control.truth(),
  'POST /_emu/faults': ({ control }, fault: Parameters<typeof control.fail>[0]) => control.fail(fault),
  'DELETE /_emu/faults': ({ control }) => control.clearFaults(),
  'POST /_emu/webhook-faults': ({ control }, fault: Parameters<typeof control.disturbWebhooks>[0]) =>
    control.disturbWebhooks(fault),
  'POST /_emu/advance': ({ control }, { seconds }: { seconds: number }) => control.advance(seconds),
  'POST /_emu/card': ({ control }, { customer, card }: { customer: string; card: string }) =>
    control.changeCard(customer, knownCard(card)),
}

/** The emulator's own calls, in JSON: another site's page cannot send that content type without a preflight. */
export async function answerControl(core: EmulatorCore, request: ApiRequest): Promise<Reply> {
  const { method, target, headers, body } = request
  const action = ACTIONS[`${method} ${target}`]
  if (!action) return json(404, { error: `no such call; there are ${Object.keys(ACTIONS).join(', ')}` })
  if (method !== 'GET' && headers['content-type'] !== 'application/json') {
    return json(415, { error: 'send application/json' })
  }
  try {
    const parsed: Json = body ? JSON.parse(body) : {}
    return json(200, action(core, parsed as never) ?? { done: true })
  } catch (error) {
    if (error instanceof ApiError) return json(error.status, { error: error.detail })
    return json(400, { error: String(error) })
  }
}

function knownCard(name: string) {
  if (!isTestCard(name)) throw new RangeError(`no test card is named ${name}`)
  return name
}

function json(status: number, body: unknown): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body, null, 2) }
}
