import type { TestServer } from '../shop/server.ts'

export interface Asked {
  body?: unknown
  headers?: object
}

let addresses = 0

/** An IP address not used before, against rate limits per IP. */
export function anAddress(): string {
  return `10.${Math.floor(++addresses / 65_536)}.${Math.floor(addresses / 256) % 256}.${addresses % 256}`
}

/** Sends a request from another IP address each time. The body is sent as JSON, a string as it is. */
export function askServer(server: TestServer, method: string, path: string, asked: Asked = {}) {
  const { body, headers = {} } = asked
  return fetch(server.at(path), {
    method,
    headers: { 'x-forwarded-for': anAddress(), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
