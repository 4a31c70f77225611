import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a good model writes. */
export const GOOD_TEXTS = {
  title: 'Torii gates in the rain',
  title_ja: '雨の鳥居',
  description: 'Red gates stand in steady rain.',
  description_ja: '赤い鳥居に雨が降っている。',
  keywords: ['torii', 'rain', 'shrine'],
  keywords_ja: ['鳥居', '雨', '神社', '4K'],
  category: 'temple',
}

interface Asked {
  path: string
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  body: any
}

type Answer = (response: ServerResponse, asked: Asked) => unknown

/** An answer as chat completions of OpenAI have it. @param content what the model writes: an object becomes JSON */
export const completion =
  (content: unknown, more: object = {}): Answer =>
  (response) =>
    sendJson(response, 200, {
      ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'stub' },
      choices: [
        {
          ...{ index: 0, finish_reason: 'stop' },
          message: {
            ...{ role: 'assistant', refusal: null },
            content: typeof content === 'string' ? content : JSON.stringify(content),
            ...more,
          },
        },
      ],
      usage: { prompt_tokens: 1200, completion_tokens: 300, total_tokens: 1500 },
    })

/** An error in the same service's format. */
export const failure =
  (status: number, message: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    sendJson(response, status, { error: { message, type: 'error', code: null } }, headers)

function sendJson(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** A service on this machine, in the format of OpenAI's chat completions. It writes GOOD_TEXTS until told otherwise. */
export async function startModelService() {
  const asked: Asked[] = []
  let answer = completion(GOOD_TEXTS)
  const server = createServer(async (request, response) => {
    const one = { path: request.url!, headers: request.headers, body: JSON.parse(await text(request)) }
    asked.push(one)
    await answer(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    answers(next: Answer) {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type ModelService = Awaited<ReturnType<typeof startModelService>>
