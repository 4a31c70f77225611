import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { openS3Storage } from './s3-storage.ts'

const signing = { keys: ['k'.repeat(32)], now: () => new Date() }
process.env.AWS_ACCESS_KEY_ID ??= 'unused'
process.env.AWS_SECRET_ACCESS_KEY ??= 'unused'

let server: Server | undefined
afterEach(() => server?.close())

function storageAt(port: number) {
  const endpoint = new URL(`http://127.0.0.1:${port}`)
  const config = {
    driver: 's3',
    bucket: 'b',
    region: 'us-east-1',
    endpoint,
    pathStyle: true,
    delivery: 'proxy',
  } as const
  return openS3Storage({ ...config, prefix: '' }, signing)
}

async function listen(onConnection: Parameters<typeof createServer>[1]): Promise<number> {
  server = createServer(onConnection).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

const unavailable = { code: 'unavailable' }

test('a store that does not answer is unavailable after seconds', async () => {
  const sockets: { destroy(): void }[] = []
  const storage = storageAt(await listen((socket) => sockets.push(socket)))
  const started = performance.now()
  const attempts = [storage.stat('full/x.mp4'), storage.read('full/x.mp4'), storage.check()]
  for (const attempt of await Promise.allSettled(attempts))
    expect(attempt).toMatchObject({ status: 'rejected', reason: unavailable })
  expect(performance.now() - started).toBeLessThan(10_000)
  for (const socket of sockets) socket.destroy()
})

test('an unreachable store, or one that hangs up, is unavailable', async () => {
  await expect(storageAt(1).stat('full/x.mp4')).rejects.toMatchObject(unavailable)
  const hangingUp = storageAt(await listen((socket) => socket.destroy()))
  await expect(hangingUp.read('full/x.mp4')).rejects.toMatchObject(unavailable)
  await expect(hangingUp.put('full/x.mp4', Buffer.from('x'), 'video/mp4')).rejects.toMatchObject(unavailable)
})

test('a range broken by the store is read to its end', async () => {
  const ranges: string[] = []
  const bodies = ['23', '45']
  const port = await listen((socket) =>
    socket
      .on('data', (request) => {
        const [, from, to] = /range: bytes=(\d+)-(\d+)/i.exec(request.toString())!
        ranges.push(`${from}-${to}`)
        const length = Number(to) - Number(from) + 1
        socket.end(`HTTP/1.1 206 Partial Content\r\nContent-Length: ${length}\r\n\r\n${bodies.shift()}`)
      })
      .on('error', () => {}),
  )
  expect(await text(await storageAt(port).read('full/x.mp4', { start: 2, end: 5 }))).toBe('2345')
  expect(ranges).toEqual(['2-5', '4-5'])
})

test('a full store is storageFull', async () => {
  const full = 'HTTP/1.1 507 Insufficient Storage\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
  const port = await listen((socket) => socket.on('data', () => socket.end(full)).on('error', () => {}))
  const put = storageAt(port).put('full/x.mp4', Buffer.from('x'), 'video/mp4')
  await expect(put).rejects.toMatchObject({ code: 'storageFull' })
})

const answering = (status: string) => (socket: Socket) =>
  socket
    .on('data', () => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`))
    .on('error', () => {})

test('a failed deletion is an error; a missing film is not', async () => {
  const deleted = (status: string) =>
    listen(answering(status)).then((port) => storageAt(port).delete('full/x.mp4'))
  await expect(deleted('403 Forbidden')).rejects.toThrow()
  await expect(deleted('503 Slow Down')).rejects.toMatchObject(unavailable)
  await deleted('404 Not Found')
  await deleted('204 No Content')
})

test('an object has the store’s metadata, else those of its name', async () => {
  const headed = async (headers: string) => {
    const answer = `HTTP/1.1 200 OK\r\n${headers}Connection: close\r\n\r\n`
    const port = await listen((socket) => socket.on('data', () => socket.end(answer)).on('error', () => {}))
    return storageAt(port).stat('full/x.mp4')
  }
  const day = 'Sun, 22 Nov 2026 04:00:00 GMT'
  expect(
    await headed(`ETag: "a-1"\r\nContent-Length: 7\r\nContent-Type: video/webm\r\nLast-Modified: ${day}\r\n`),
  ).toEqual({
    ...{ key: 'full/x.mp4', size: 7, etag: 'a-1', contentType: 'video/webm' },
    modified: new Date('2026-11-22T04:00:00Z'),
  })
  expect(await headed('')).toEqual({
    ...{ key: 'full/x.mp4', size: 0, etag: '', contentType: 'video/mp4', modified: new Date(0) },
  })
})

test('a refusal is not a missing film, and an empty range is a bad request', async () => {
  const asked = async (status: string) => {
    const storage = storageAt(await listen(answering(status)))
    const outcome = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error) => error.code ?? 'failed',
      )
    return [
      await outcome(storage.stat('full/x.mp4')),
      await outcome(storage.read('full/x.mp4', { start: 9, end: 9 })),
    ]
  }
  expect(await asked('404 Not Found')).toEqual(['done', 'mediaNotFound'])
  expect(await asked('403 Forbidden')).toEqual(['failed', 'failed'])
  expect(await asked('416 Range Not Satisfiable')).toEqual(['badRequest', 'badRequest'])
})

test('after five failures the store is not called for a while', async () => {
  let asked = 0
  const storage = storageAt(
    await listen((socket) => {
      asked++
      socket.destroy()
    }),
  )
  for (let times = 0; times < 5; times++)
    await expect(storage.stat('full/x.mp4')).rejects.toMatchObject(unavailable)
  const before = asked
  await expect(storage.stat('full/x.mp4')).rejects.toMatchObject(unavailable)
  expect(asked).toBe(before)
})

test.each([
  [{ bucket: 'clips', region: 'eu-west-1', pathStyle: false }],
  [{ bucket: 'clips', region: 'us-east-1', pathStyle: false }],
  [{ bucket: 'clips', region: 'eu-west-1', pathStyle: true }],
  [{ bucket: 'clips', region: 'auto', pathStyle: true, endpoint: new URL('https://r2.example:8443') }],
  [{ bucket: 'clips', region: 'auto', pathStyle: false, endpoint: new URL('https://r2.example') }],
])('where the bucket sends, films come from the origin that pages allow: %o', async (config) => {
  const storage = openS3Storage({ driver: 's3', prefix: '', delivery: 'redirect', ...config }, signing)
  const url = new URL(await storage.signedUrl('full/x.mp4', { expiresInSeconds: 300, disposition: 'inline' }))
  expect(storage.filmOrigin).toBe(url.origin)
  expect(url.searchParams.get('X-Amz-Expires')).toBe('300')
  expect(url.searchParams.get('response-cache-control')).toBe('private, no-store')
  for (const key of ['poster/x/640.jpg', 'master/x.mp4'])
    await expect(
      storage.signedUrl(key, { expiresInSeconds: 300, disposition: 'inline' }),
    ).rejects.toMatchObject({ code: 'badKey' })
})

test('with proxy delivery the URL is the site’s own, and no other origin is needed', async () => {
  const storage = storageAt(1)
  const url = await storage.signedUrl('full/x.mp4', { expiresInSeconds: 300, disposition: 'inline' })
  expect(url).toMatch(/^\/media\/full\/x\.mp4\?/)
  expect(storage.filmOrigin).toBeUndefined()
})
