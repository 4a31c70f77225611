import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'

/** Text format 0.0.4, which every Prometheus reads. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

interface Options {
  host: string
  port: number
  text: () => Promise<string>
  log: Logger
}

/** Answers `GET /metrics` on a separate port, for the operator's network only. */
export async function serveMetrics({ host, port, text, log }: Options) {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, async (req, res) => {
    if (req.method !== 'GET' || req.url?.split('?', 1)[0] !== '/metrics') return void res.writeHead(404).end()
    try {
      const body = await text()
      res.writeHead(200, { 'Content-Type': TYPE, 'Cache-Control': 'no-store' }).end(body)
    } catch (err) {
      log.error({ err }, 'metrics not collected')
      res.writeHead(503).end()
    }
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error) => {
    throw Object.assign(error, { setting: 'METRICS_PORT' })
  })
  return {
    port: (server.address() as AddressInfo).port,
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}
