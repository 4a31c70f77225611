import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { EmulatorCore } from '../create-emulator.ts'
import { answerPage } from '../pages/answer-page.ts'
import { answerControl } from './control-surface.ts'
import { BodyTooLarge, readBody } from './read-body.ts'

/** A response of the API or a page. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}

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
  if (target.startsWith('/v1/') || target.startsWith('/v2/')) {
    return core.api.answer({ method, target, headers, body })
  }
  if (target.startsWith('/_emu')) return answerControl(core, { method, target, headers, body })
  return answerPage(core, { method, target, headers, body })
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
