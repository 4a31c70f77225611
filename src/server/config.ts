import { z } from 'zod'

export type DatabaseConfig =
  | { engine: 'sqlite'; file: string }
  | { engine: 'postgres'; url: string; poolSize: number }

export type StorageConfig =
  | { driver: 'disk'; root: string }
  | { driver: 's3'; bucket: string; region: string; endpoint?: URL; pathStyle: boolean; prefix: string }

export interface Config {
  dataDir: string
  database: DatabaseConfig
  storage: StorageConfig
  /** Newest first: the first signs, all verify. */
  mediaKeys: readonly string[]
  site: { name: string; url: URL }
  listen: { host: string; port: number }
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}
