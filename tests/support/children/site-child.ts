import { parseConfig } from '#server/config/config.ts'
import { startServer } from '../../../src/server.ts'
import { PATIENT } from '../shop/server.ts'

/** Serves the built site as `npm start` does, but with patience: on a busy machine a first render takes seconds. */
const server = await startServer({ config: parseConfig(process.env), env: process.env, limits: PATIENT })
process.once('SIGTERM', async () => {
  await server.close()
  process.exit(0)
})
