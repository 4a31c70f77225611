import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { countProcess } from './process-metrics.ts'
import { watchShop } from './shop-metrics.ts'

/** Text format 0.0.4, which every Prometheus reads. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

interface Options {
  config: Pick<Config, 'dataDir' | 'storage'>
  deps: Pick<Deps, 'db' | 'now' | 'backsUp' | 'log'>
  listenOn: NonNullable<Config['metrics']>
  /** Memory of cached pages. */
  cacheBytes: () => number
}

/**
 * Collects the metrics of this process, to which renderers report by signals, and of the shop. Answers `GET /metrics`
 * on a separate port, for the operator's network only.
 */
export async function serveMetrics({ config, deps, listenOn, cacheBytes }: Options) {
  const registry = new Registry()
  const stopCounting = countProcess(registry, cacheBytes)
  const { dataDir, storage } = config
  const folders = { data: dataDir, ...(storage.driver === 'disk' && { media: storage.root }) }
  watchShop(registry, { ...deps, folders })
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, async (req, res) => {
    if (req.method !== 'GET' || req.url?.split('?', 1)[0] !== '/metrics') return void res.writeHead(404).end()
    try {
      const body = await registry.metrics()
      res.writeHead(200, { 'Content-Type': TYPE, 'Cache-Control': 'no-store' }).end(body)
    } catch (err) {
      deps.log.error({ err }, 'metrics not collected')
      res.writeHead(503).end()
    }
  })
  server.listen(listenOn.port, listenOn.host)
  await once(server, 'listening').catch((error) => {
    throw Object.assign(error, { setting: 'METRICS_PORT' })
  })
  return {
    port: (server.address() as AddressInfo).port,
    close(): void {
      server.close()
      server.closeAllConnections()
      stopCounting()
    },
  }
}
