import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  completion,
  failure,
  GOOD_TEXTS,
  type ModelService,
  startModelService,
} from '../../../tests/support/model-service.ts'
import { openModel } from './text-model.ts'

const KEY = 'sk-proj-Fushimi0Inari1Torii2'
const HURRIED_MS = 400

let service: ModelService
beforeAll(async () => {
  service = await startModelService()
})
beforeEach(() => {
  service.asked.length = 0
})
afterAll(() => service.close())

const ask = (signal = new AbortController().signal, url = service.url) =>
  openModel({ url, key: KEY, name: 'stub-1', callsPerDay: 9 }, HURRIED_MS).complete({ messages: [] }, signal)

/** Sends plain text with a status 200. */
const says = (body: string | Buffer, type = 'application/json') =>
  service.answers((response) => {
    response.writeHead(200, { 'content-type': type })
    response.end(body)
  })

test('a good answer is the text that the model wrote, with what it cost', async () => {
  service.answers(completion(GOOD_TEXTS))
  expect(await ask()).toEqual({ content: JSON.stringify(GOOD_TEXTS), input: 1200, output: 300 })
  expect(service.asked).toMatchObject([
    {
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: { model: 'stub-1', messages: [] },
    },
  ])
})

test('lies about tokens count as none', async () => {
  for (const usage of ['{"prompt_tokens":-5,"completion_tokens":1e300}', 'null', '[]']) {
    says(`{"choices":[{"message":{"content":"{}"}}],"usage":${usage}}`)
    expect(await ask(), usage).toEqual({ content: '{}', input: 0, output: 0 })
  }
})

test('what is no chat completion is a bad answer, which may pass', async () => {
  const page = '<!doctype html><title>Sign in</title>'
  for (const [body, type] of [
    ['{"choices":', 'application/json'],
    ['[]', 'application/json'],
    ['{"choices":[]}', 'application/json'],
    [page, 'text/html'],
    [page, 'application/json'],
    ['{"choices":[{"message":{"content":"{}"}}]}', 'text/html'],
    ['', 'application/json'],
  ] as const) {
    says(body, type)
    await expect(ask(), body).rejects.toMatchObject({ code: 'badAnswer', isFinal: false })
  }
})

test('an answer of 10 MB is not read to its end', async () => {
  let sent = 0
  service.answers(async (response) => {
    response.setMaxListeners(0).writeHead(200, { 'content-type': 'application/json' })
    for (; sent < 160 && !response.destroyed; sent++) {
      if (response.write(' '.repeat(64 * 1024))) continue
      await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
    }
    response.end()
  })
  await expect(ask()).rejects.toMatchObject({ code: 'badAnswer', detail: expect.stringContaining('larger') })
  expect(sent).toBeLessThan(160)
})

test('a service that is silent, or sends byte by byte, is left after the time-out', async () => {
  const silent = () => {}
  const trickling = (response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(timer))
  }
  for (const answer of [silent, trickling]) {
    service.answers(answer)
    const began = performance.now()
    await expect(ask()).rejects.toMatchObject({ code: 'slow', isFinal: false })
    expect(performance.now() - began).toBeLessThan(10 * HURRIED_MS)
  }
})

test('errors say whether they may pass, and how long to wait', async () => {
  for (const [status, headers, expected] of [
    [429, { 'retry-after': '40' }, { code: 'failing', isFinal: false, seconds: 40 }],
    [429, { 'retry-after': '999999999' }, { code: 'failing', isFinal: false, seconds: 3600 }],
    [503, { 'retry-after': 'soon' }, { code: 'failing', isFinal: false, seconds: 0 }],
    [500, {}, { code: 'failing', isFinal: false }],
    [400, {}, { code: 'refused', isFinal: true }],
    [401, {}, { code: 'refused', isFinal: true }],
  ] as const) {
    service.answers(failure(status, 'No, thank you', headers))
    const failed = { detail: `${status} No, thank you`, ...expected }
    await expect(ask(), String(status)).rejects.toMatchObject(failed)
  }
})

test('the key is in no error, though the service repeats it', async () => {
  service.answers(failure(401, `Incorrect API key provided: ${KEY}. Yours was sk-proj-********rii2.`))
  const error = await ask().catch((error) => error)
  const shown = `${error.detail} ${error.message} ${error.stack}`
  expect(shown).toContain('401 Incorrect API key provided')
  expect(shown).not.toMatch(/sk-proj|rii2/)
})

test('a redirect is not followed, so that the key and the frames stay with the operator’s address', async () => {
  const other = await startModelService()
  for (const status of [301, 302, 307, 308]) {
    service.answers(failure(status, 'Moved', { location: `${other.url}/chat/completions` }))
    await expect(ask()).rejects.toMatchObject({ code: 'refused', detail: `${status} Moved`, isFinal: true })
  }
  expect(other.asked).toEqual([])
  await other.close()
})

test('a refusal of the model is final', async () => {
  service.answers(completion(null, { content: null, refusal: 'I cannot help with that.' }))
  await expect(ask()).rejects.toMatchObject({
    ...{ code: 'declined', detail: 'I cannot help with that.', isFinal: true },
  })
})

test('a service that is away may come back', async () => {
  await expect(ask(undefined, 'http://127.0.0.1:9/v1')).rejects.toMatchObject({
    ...{ code: 'unreachable', isFinal: false },
  })
})

test('a server that stops does not wait, and blames nobody', async () => {
  service.answers(() => {})
  const stop = new AbortController()
  const asked = ask(stop.signal)
  const reason = new Error('the server stops')
  stop.abort(reason)
  await expect(asked).rejects.toBe(reason)
})
