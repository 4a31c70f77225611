import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, vi } from 'vitest'
import { $auth } from '#stores/auth/auth.ts'

/** By id. The last is larger than one block. */
export const FILMS = new Map(
  Array.from({ length: 12 }, (_, n) => [n + 1, randomBytes(n === 11 ? 2_500_000 : 40_000 + n * 1000)]),
)
/** Three clips have the same name, for file systems that ignore case. */
export const FILE_NAMES = new Map([
  [11, 'clip-1.mp4'],
  [12, 'CLIP-1.MP4'],
])
/** Paths requested in this test. */
export const asked: string[] = []
/** Films being fetched in this test. */
export const atOnce = { now: 0, most: 0 }
/** How often a film or its signature fails in this test, by id. */
export const broken = {
  films: new Map<number, number>(),
  signatures: new Map<number, { times: number; status: string }>(),
}

/** Gives each test a site that signs and sends films to a signed-in person. */
export function serveFilms(): void {
  let server: Server

  beforeEach(async () => {
    asked.length = 0
    Object.assign(atOnce, { now: 0, most: 0 })
    broken.films.clear()
    broken.signatures.clear()
    server = createServer((request, response) => void answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      fetch(new URL(path, `http://127.0.0.1:${port}`), init),
    )
    vi.spyOn(console, 'info').mockImplementation(() => {})
    vi.spyOn(console, 'error').mockImplementation(() => {})
    $auth.set({
      id: 7,
      name: 'Yuki',
      membership: 'free',
      email: 'yuki@example.com',
      token: 'good',
      refresh_token: 'r0',
      expires_in: 900,
      expiry_time: Date.now() + 900_000,
    })
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    $auth.set(undefined)
    server.closeAllConnections()
    server.close()
  })
}

/** Signs and sends films; a broken one ends half-way. */
async function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, 'http://x')
  asked.push(pathname)
  const id = Number(searchParams.get('source') ?? pathname.split('/').at(-1))
  if (pathname === '/api/media-sign-promo') return sign(id, headers, response)
  const film = FILMS.get(id)!
  atOnce.most = Math.max(atOnce.most, ++atOnce.now)
  await new Promise((resolve) => setTimeout(resolve, 60))
  atOnce.now--
  const times = broken.films.get(id) ?? 0
  broken.films.set(id, times - 1)
  response.writeHead(200, { 'content-length': film.length })
  if (times <= 0) return void response.end(film)
  response.write(film.subarray(0, 10_000), () => response.destroy())
}

function sign(id: number, headers: IncomingMessage['headers'], response: ServerResponse): void {
  const refused = broken.signatures.get(id)
  if (headers.authorization !== 'Bearer good' || (refused && refused.times-- > 0)) {
    response.writeHead(refused ? 410 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: refused?.status ?? 'TOKEN_INVALID', message: '', request_id: '' }))
    return
  }
  const media = {
    url: `/films/${id}`,
    expires_in: 300,
    file_name: `nagare_${FILE_NAMES.get(id) ?? `clip-${id}.mp4`}`,
    size: FILMS.get(id)!.length,
    licence: `licence-${id}`,
  }
  response.end(JSON.stringify(media))
}
