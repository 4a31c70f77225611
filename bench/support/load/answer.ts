import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A response as sent, not decoded. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** One GET on its own connection. */
export function answerOf(url: string | URL, headers: Record<string, string> = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const asked = request(url, { headers, agent: false }, (response) => {
    buffer(response).then(
      (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      reject,
    )
  })
  asked.on('error', reject)
  asked.end()
  return promise
}
