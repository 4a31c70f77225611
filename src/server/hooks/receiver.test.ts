import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import tls, { type TLSSocket } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startReceiver } from '../../../tests/support/receiver.ts'
import { addressesOf, isPublic, post } from './receiver.ts'

const NEVER = new AbortController().signal
const EVENT = { headers: { 'content-type': 'application/json' }, body: '{}' }
const HERE = { privateHosts: ['127.0.0.1'] }

async function receiver(...given: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...given)
  onTestFinished(started.close)
  return started
}

test('addresses inside networks, of this machine and of clouds are not public, however they are written', () => {
  const inside = [
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
  ]
  const special = [
    '192.0.0.192',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
  ]
  const six = [
    '::',
    '::1',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    'fec0::1',
    '2001:db8::1',
    '4000::1',
    '2001::1',
  ]
  const leading = ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1']
  const tunnels = ['2002:7f00:1::', '2001:0:7f00:1::']
  for (const address of [...inside, ...special, ...six, ...leading, ...tunnels])
    expect([address, isPublic(address)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])
    expect([address, isPublic(address)]).toEqual([address, true])
})

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'http://hooks.example/',
  'https://user:word@hooks.example/',
  'ftp://hooks.example/',
  'https://inside.example/',
  'https://half.example/',
  'https://gone.example/',
])('%s gets nothing', async (url) => {
  const names: Record<string, string[]> = {
    ...{ 'inside.example': ['10.0.0.7'], 'half.example': ['8.8.8.8', '127.0.0.1'], 'gone.example': [] },
    ...{ 'hooks.example': ['8.8.8.8'] },
  }
  const reach = { privateHosts: [], resolve: async (host: string) => names[host]! }
  await expect(addressesOf(new URL(url), reach)).rejects.toThrow()
})

test('a name is asked for once, and the connection goes where the check was', async () => {
  const request = vi.spyOn(https, 'request')
  onTestFinished(() => request.mockRestore())
  const answers = [['8.8.8.8', '2606:4700::1111'], ['127.0.0.1']]
  const resolve = async () => answers.shift() ?? []
  const url = new URL('https://rebound.example:9/')
  const stopped = AbortSignal.abort()
  expect((await post(url, EVENT, { privateHosts: [], resolve }, stopped)).status).toBeNull()
  const { lookup, ...options } = request.mock.calls[0]![1] as { lookup: LookupFunction }
  const all = await new Promise((done) => lookup('rebound.example', { all: true }, (_, found) => done(found)))
  expect(all).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  expect([options, answers.length]).toEqual([expect.objectContaining({ autoSelectFamily: true }), 1])
  expect(await post(url, EVENT, { privateHosts: [], resolve }, NEVER)).toMatchObject({
    status: null,
    text: expect.stringContaining('private'),
  })
  expect(request).toHaveBeenCalledTimes(1)
})

test('a host that the operator has named may be private, but not its neighbours', async () => {
  const { url, received } = await receiver()
  expect((await post(new URL(url), EVENT, HERE, NEVER)).status).toBe(204)
  const refused = await post(new URL(url), EVENT, { privateHosts: ['10.0.0.7'] }, NEVER)
  expect([refused.status, received.length]).toEqual([null, 1])
})

test('a redirect is not followed', async () => {
  const inner = await receiver()
  const outer = await receiver((response) => response.writeHead(307, { location: inner.url }).end('moved'))
  expect(await post(new URL(outer.url), EVENT, HERE, NEVER)).toEqual({ status: 307, text: 'moved' })
  expect(inner.received).toEqual([])
})

const LIES: Record<string, [Parameters<typeof startReceiver>[0], number | null]> = {
  'says nothing': [() => {}, null],
  'promises more than it sends': [
    (response) => response.writeHead(200, { 'content-length': 1000 }).write('x', () => response.destroy()),
    200,
  ],
  'sends more than it promises': [
    ({ socket }) => socket!.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nhello, and more'),
    200,
  ],
  'never ends its body': [
    (response) => {
      const more = () => response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more))
      more()
    },
    200,
  ],
  'drips its body': [
    (response) => {
      const timer = setInterval(() => response.write('.'), 100)
      response.on('close', () => clearInterval(timer))
    },
    200,
  ],
  'sends 10 MB of headers': [
    ({ socket }) => {
      socket!.write('HTTP/1.1 200 OK\r\n')
      for (let line = 0; line < 10_000; line++) socket!.write(`x-${line}: ${'y'.repeat(1_000)}\r\n`)
    },
    null,
  ],
  'goes on and on before it answers': [
    ({ socket }) => {
      const timer = setInterval(() => socket!.write('HTTP/1.1 102 Processing\r\n\r\n'), 20)
      socket!.on('close', () => clearInterval(timer))
    },
    null,
  ],
  'wants another protocol': [
    ({ socket }) =>
      socket!.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    null,
  ],
  'does not speak HTTP': [({ socket }) => socket!.end('220 mail.example ESMTP\r\n'), null],
}

test.concurrent.each(Object.entries(LIES))(
  'a receiver that %s costs some seconds at most',
  async (what, [lie, status]) => {
    const { url, sockets, close } = await startReceiver(lie)
    const began = performance.now()
    const answer = await post(new URL(url), EVENT, HERE, NEVER)
    expect(answer.status).toBe(status)
    if (what === 'sends 10 MB of headers') expect(answer.text).toContain('Header overflow')
    expect(answer.text.length).toBeLessThanOrEqual(300)
    expect(performance.now() - began).toBeLessThan(8_000)
    await vi.waitFor(() => expect(sockets.size).toBe(0))
    await close()
  },
)

const fixture = (name: string) =>
  readFileSync(new URL(`../../../tests/fixtures/tls/${name}`, import.meta.url), 'utf8')

/**
 * Posts to a receiver with TLS on this machine, to whose port each public address leads. @returns the answer's status and
 * text, and the names for which the sender asked
 */
async function postByTls(host: string, { cert }: { cert: string }) {
  const names: unknown[] = []
  const server = https.createServer({ cert, key: fixture('hook.key') }, (_, response) =>
    response.end('taken'),
  )
  server.on('secureConnection', ({ servername }: TLSSocket) => names.push(servername))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const found = [{ address: '127.0.0.1', family: 4 }]
  const { request } = https
  const spy = vi.spyOn(https, 'request').mockImplementation(((url: URL, options: https.RequestOptions) =>
    request(url, {
      ...options,
      lookup: (_, { all }, done) => (all ? done(null, found) : done(null, '127.0.0.1', 4)),
    })) as never)
  const reach = { privateHosts: [], resolve: async () => ['8.8.8.8'] }
  const { status, text } = await post(new URL(`https://${host}:${port}/`), EVENT, reach, NEVER)
  spy.mockRestore()
  await new Promise((resolve) => server.close(resolve))
  return { status, text, names }
}

test('a certificate that nobody vouches for is refused, and the text says so', async () => {
  expect(await postByTls('hooks.example', { cert: fixture('self.pem') })).toMatchObject({
    status: null,
    text: expect.stringContaining('self-signed certificate'),
  })
  expect(await postByTls('hooks.example', { cert: fixture('hook.pem') })).toMatchObject({
    status: null,
    text: expect.stringContaining('unable to verify the first certificate'),
  })
})

test('a certificate of a trusted authority counts for its own name alone, which the sender asks for', async () => {
  const before = tls.getCACertificates('default')
  onTestFinished(() => tls.setDefaultCACertificates(before))
  tls.setDefaultCACertificates([...before, fixture('ca.pem')])
  const cert = fixture('hook.pem')
  expect(await postByTls('hooks.example', { cert })).toEqual({
    ...{ status: 200, text: 'taken', names: ['hooks.example'] },
  })
  expect(await postByTls('others.example', { cert })).toMatchObject({
    status: null,
    text: expect.stringContaining("does not match certificate's altnames"),
  })
})

test('of an answer its first letters are kept, as plain text without secrets', async () => {
  const { url } = await receiver((response) => response.end(`\u0000<b>\n${'\u{1F300}'.repeat(1_000)}`))
  const { status, text } = await post(new URL(url), EVENT, HERE, NEVER)
  expect(status).toBe(200)
  expect(text).toMatch(/^ <b> /)
  expect([text.isWellFormed(), text.length <= 300]).toEqual([true, true])
})
