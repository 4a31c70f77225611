import { createHash } from 'node:crypto'
import { request } from 'node:http'

export type TusClient = ReturnType<typeof tusClient>

/** A tus client that does exactly what a test says, even what no real client would. */
export function tusClient(server: { url: URL }, headers: Record<string, string>) {
  const path = (id = '') => new URL(`/api/studio/uploads${id && `/${id}`}`, server.url)
  const tus = { 'tus-resumable': '1.0.0', ...headers }
  const client = {
    /** Answers as the server does. */
    post: (bytes: number, metadata: Record<string, string>, extra: Record<string, string> = {}) =>
      fetch(path(), {
        method: 'POST',
        headers: {
          ...tus,
          'upload-length': String(bytes),
          'upload-metadata': metadataHeader(metadata),
          ...extra,
        },
      }),
    /** The id of a new upload. */
    async create(bytes: number, metadata: Record<string, string>): Promise<string> {
      const answer = await client.post(bytes, metadata)
      if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
      return answer.headers.get('location')!.split('/').at(-1)!
    },
    head: (id: string) => fetch(path(id), { method: 'HEAD', headers: tus }),
    async offset(id: string): Promise<number> {
      const answer = await client.head(id)
      return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : -1
    },
    patch: (id: string, offset: number, body: Buffer) =>
      fetch(path(id), {
        method: 'PATCH',
        headers: { ...tus, ...patchHeaders(offset) },
        body: new Uint8Array(body),
      }),
    /** Sends this many bytes of a longer body, and cuts the connection soon or when the server does. */
    cut: (id: string, offset: number, body: Buffer, after: number, wait = 20) =>
      new Promise<void>((resolve) => {
        const sent = request(path(id), {
          method: 'PATCH',
          headers: { ...tus, ...patchHeaders(offset), 'content-length': body.length },
        })
        let timer: NodeJS.Timeout | undefined
        sent.on('error', () => {})
        sent.on('close', () => {
          clearTimeout(timer)
          resolve()
        })
        sent.write(body.subarray(0, after), () => {
          timer = setTimeout(() => sent.destroy(), wait)
        })
      }),
    /** A request that sends `body` as the test says; `answer` is undefined if the connection ends before. */
    open(id: string, offset: number, body: Buffer) {
      const sent = request(path(id), {
        method: 'PATCH',
        headers: { ...tus, ...patchHeaders(offset), 'content-length': body.length },
      })
      let at = 0
      const { promise: answer, resolve } = Promise.withResolvers<number | undefined>()
      sent.on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', () => resolve(undefined))
      sent.on('close', () => resolve(undefined))
      return {
        answer,
        /** Resolves when the system has taken the bytes. */
        write: (bytes: number) =>
          new Promise<void>((done) => {
            const chunk = body.subarray(at, at + bytes)
            at += chunk.length
            sent.write(chunk, () => done())
          }),
        /** Sends the rest. */
        end: () => sent.end(body.subarray(at)),
        destroy: () => sent.destroy(),
      }
    },
    /** Sends a whole file. */
    async send(body: Buffer, metadata: Record<string, string>): Promise<string> {
      const id = await client.create(body.length, metadata)
      const answer = await client.patch(id, 0, body)
      if (answer.status !== 204) throw new Error(`${answer.status}: ${await answer.text()}`)
      return id
    },
  }
  return client
}

const patchHeaders = (offset: number) => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
})

function metadataHeader(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
