import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createStripeEmulator, type EmulatorCore, type EmulatorOptions } from './create-emulator.ts'
import { requestListener } from './http/listener.ts'
import { StateFile } from './http/state-file.ts'
import { settle } from './model/clock.ts'

export interface StripeEmulatorOptions extends Omit<EmulatorOptions, 'state' | 'hostedUrl'> {
  /** Default: any free port. */
  port?: number
  host?: string
  /** Public URL of the hosted pages; default: the address it listens on. */
  publicUrl?: URL
  /** File that keeps the state across restarts. */
  dataFile?: string
  log?: (line: string) => void
}

export interface StripeEmulator extends EmulatorCore {
  url: URL
  port: number
  close(): Promise<void>
}

const TICK_MS = 1000

/**
 * Starts a Stripe that takes no money, for tests and the demo: the API under `/v1`, hosted pages, real webhook
 * deliveries, and controls with fault injection under `/_emu`. Listens on loopback by default.
 */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const { port = 0, host = '127.0.0.1', dataFile, log = () => {}, publicUrl } = options
  const file = dataFile ? new StateFile(dataFile, log) : undefined
  let hostedUrl = publicUrl?.origin
  const core = createStripeEmulator({
    onError: (error) => log(`stripe emulator: ${error instanceof Error ? error.stack : error}`),
    ...options,
    state: await file?.read(),
    hostedUrl: () => hostedUrl!,
  })
  const changed = () => file?.scheduleWrite(core.account.state)
  const server = createServer(requestListener(core, changed))
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: listening } = server.address() as AddressInfo
  const url = new URL(`http://${host}:${listening}`)
  hostedUrl ??= url.origin
  core.account.onEvent(changed)
  core.webhooks.resume()
  const ticking = setInterval(() => settle(core.account), TICK_MS)
  return {
    ...core,
    url,
    port: listening,
    async close() {
      clearInterval(ticking)
      core.webhooks.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await file?.write(core.account.state)
    },
  }
}
