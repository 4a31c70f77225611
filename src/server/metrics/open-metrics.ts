import { Registry } from 'prom-client'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { countProcess } from './process-metrics.ts'
import { watchShop } from './shop-metrics.ts'

interface Options {
  config: Pick<Config, 'dataDir' | 'storage'>
  deps: Pick<Deps, 'db' | 'now' | 'backsUp'>
  /** Memory of cached pages. */
  cacheBytes: () => number
}

export interface OpenMetrics {
  /** In the text format of Prometheus. */
  text(): Promise<string>
  close(): void
}

/** Collects the metrics of the answering process; renderers report theirs by signals. */
export function openMetrics({ config, deps, cacheBytes }: Options): OpenMetrics {
  const registry = new Registry()
  const stop = countProcess(registry, cacheBytes)
  const { dataDir, storage } = config
  const folders = { data: dataDir, ...(storage.driver === 'disk' && { media: storage.root }) }
  watchShop(registry, { ...deps, folders })
  return { text: () => registry.metrics(), close: stop }
}
