import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { EmulatorCore } from '../create-emulator.ts'
import { answerPage } from '../pages/answer-page.ts'
import type { Reply } from './api.ts'
import { answerControl } from './control-surface.ts'

const MAX_BYTES = 1024 * 1024

class BodyTooLarge extends Error {}

/** @param changed called after every request that may have changed something */
export function requestListener(core: EmulatorCore, changed: () => void): RequestListener {
  return (request, response) => {
    answer(core, request)
      .then((reply) => {
        if (request.method !== 'GET') changed()
        if (reply === 'reset') request.socket.destroy()
        else send(response, reply)
      })
      .catch((error) => send(response, failure(error)))
  }
}

async function answer(core: EmulatorCore, request: IncomingMessage): Promise<Reply | 'reset'> {
  const { method = 'GET', url: target = '/' } = request
  const body = await readBody(request)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
  if (target.startsWith('/v1/')) {
    return core.api.answer({ method, target, headers, body })
  }
  if (target.startsWith('/_emu')) return answerControl(core, { method, target, headers, body })
  return answerPage(core, { method, target, headers, body })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BYTES) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers)
  response.end(body)
}

function failure(error: unknown): Reply {
  const status = error instanceof BodyTooLarge ? 413 : 500
  return {
    status,
    headers: { 'content-type': 'text/plain' },
    body: status === 413 ? 'Too large\n' : `${error}\n`,
  }
}
