import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'

export interface Receipt {
  /** Undefined if the library refused it. */
  event: Stripe.Event | undefined
  status: number
}

export interface WebhookReceiver {
  url: string
  secret: string
  receipts: Receipt[]
  /** Types of the accepted events, in order of arrival. */
  types(): string[]
  /** Statuses of the next responses, before the usual one. */
  answers: number[]
  close(): void
}

/** A webhook endpoint that verifies signatures with the real library. `now` in milliseconds. */
export async function receiveWebhooks(now: () => number = Date.now): Promise<WebhookReceiver> {
  const secret = 'whsec_of_the_tests'
  const receipts: Receipt[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const signature = String(request.headers['stripe-signature'])
    const event = verified(await text(request), signature, { secret, now: now() })
    const status = answers.shift() ?? (event ? 200 : 400)
    receipts.push({ event: status === 200 ? event : undefined, status })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    secret,
    receipts,
    answers,
    types: () => receipts.flatMap(({ event }) => event?.type ?? []),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Also refuses time stamps over five minutes ahead, which the library alone accepts. */
function verified(
  body: string,
  signature: string,
  { secret, now }: { secret: string; now: number },
): Stripe.Event | undefined {
  try {
    const event = Stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, now)
    const at = Number(/t=(\d+)/.exec(signature)?.[1])
    return at > now / 1000 + 300 ? undefined : event
  } catch {
    return undefined
  }
}
