import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { errorsOf } from '#contract/call.ts'
import { errorStatusText } from '#contract/error-messages.ts'
import { ERROR_STATUS } from '#server/http/endpoint/error-status.ts'
import type { openApiDocument } from '#server/openapi/document.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'

type Document = ReturnType<typeof openApiDocument>

let server: TestServer
let document: Document

beforeAll(async () => {
  server = await startTestServer({ limits: PATIENT })
  document = await (await fetch(server.at('/api/openapi.json'))).json()
})
afterAll(() => server.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('scripts of all sites may read it, caches keep it, and it is sent small', async () => {
  const { headers, status } = await fetch(server.at('/api/openapi.json?utm_source=x'), {
    headers: { 'accept-encoding': 'br', origin: 'https://elsewhere.example' },
  })
  expect(status).toBe(200)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  expect(headers.get('cache-control')).toContain('public')
  expect(Number(headers.get('content-length'))).toBeLessThan(50_000)
  const again = await fetch(server.at('/api/openapi.json'), {
    headers: { 'accept-encoding': 'br', 'if-none-match': headers.get('etag')! },
  })
  expect(again.status).toBe(304)
})

test('it has every call of the contract, and no other', () => {
  const described = operations().map(({ path, method, operation }) => [
    operation.operationId,
    `${method.toUpperCase()} ${path}`,
  ])
  expect(described.toSorted()).toEqual(
    allCalls.map(([name, { method, path }]) => [name, `${method} ${path}`]).toSorted(),
  )
})

test.each(allCalls)('%s has its input, its errors, its right and an example', (name, call) => {
  const { operation } = operations().find((each) => each.operation.operationId === name)!
  expect(operation.summary).toBe(call.does)
  const fields = [...Object.keys(call.params?.shape ?? {}), ...Object.keys(call.query?.shape ?? {})]
  expect((operation.parameters ?? []).map((parameter) => parameter.name)).toEqual(fields)
  expect(Boolean(operation.requestBody)).toBe(Boolean(call.body))
  const parameters = (operation.parameters ?? []).filter((parameter) => 'example' in parameter)
  const shown = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.example]))
  const body = operation.requestBody?.content['application/json']?.example
  const example = JSON.stringify(call.example ?? {}).replace(
    'https://nagare.example',
    'http://nagare.example',
  )
  expect({ ...shown, ...(body as object) }).toEqual(JSON.parse(example))
  const codes = Object.values(operation.responses).flatMap((answer) =>
    '$ref' in answer ? answer.$ref.split('/').at(-1)!.split('.') : [],
  )
  expect(codes.toSorted()).toEqual(
    [...new Set(errorsOf(call).filter((code) => ERROR_STATUS[code] >= 400))].toSorted(),
  )
  const byKey = call.scope === 'none' ? [] : [{ key: [call.scope] }]
  if (call.may !== 'anyone') expect(operation.security).toEqual([{ session: [] }, ...byKey])
})

test('an error is described as it is answered', async () => {
  const answer = await fetch(server.at('/api/medias/987654'))
  const { content } = document.components.responses.mediaNotFound!
  const { example } = content!['application/json']!
  expect(await answer.json()).toEqual({ ...(example as object), request_id: expect.any(String) })
  expect(document.paths['/api/medias/{id}']!.get!.responses[answer.status]).toEqual({
    $ref: '#/components/responses/mediaNotFound',
  })
  expect((example as { status: string }).status).toBe(errorStatusText('mediaNotFound'))
})

test('it names this shop and its address', () => {
  expect(document.info.title).toBe('Nagare API')
  expect(document.servers).toEqual([{ url: 'http://nagare.example' }])
})
