import { distFolder } from '#server/build/dist-folder.ts'
import { CountCache } from '#server/clips/count-cache.ts'
import { parseConfig } from '#server/config/config.ts'
import { loadRenderer, type RenderLocals } from '#server/http/cache/astro-renderer.ts'
import { pageRenderer } from '#server/http/cache/rendered-page.ts'
import { onSignal, type Signals } from '#server/trace/signals.ts'
import { Trace, traced } from '#server/trace/trace.ts'
import { openDeps } from './open-deps.ts'
import type { RendererAnswer, RendererMessage, RenderTask } from './renderers.ts'

// Renders public pages in a process of its own, so that the server waits neither for renders nor for their queries.
const forwarded = process.argv.slice(2) as ('query' | 'search')[]
// The server stops it; a signal to the whole group would cut running renders.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
const config = parseConfig(process.env)
const counts = new CountCache()
const opened = await openDeps({ ...config, database: withFewConnections(config.database) })
const deps = { ...opened, counts }
await opened.refreshShop()
const render = pageRenderer(await loadRenderer(distFolder(), config.site.url))
const signals: RendererAnswer['signals'] = []
for (const name of forwarded)
  onSignal(name, (message) => signals.push([name, message as Signals['query'] & Signals['search']]))

/** Resolves when this process knows the newest version of the shop. */
let isFresh = Promise.resolve()

process.on('message', async (message: RendererMessage) => {
  if (message === 'cleared') {
    counts.clear()
    isFresh = isFresh.then(deps.refreshShop).catch((err) => deps.log.error({ err }, 'shop not read again'))
  } else if (message !== 'close') process.send!(await answerTo(message), unheard)
  else await deps.close().finally(() => process.exit())
})
process.send!('ready')

/** If the server was killed, nobody waits for the answer. */
function unheard(): void {}

/** Two renders at once use a core well, each while the other waits for a query. */
function withFewConnections(database: typeof config.database) {
  return database.engine === 'postgres' ? { ...database, poolSize: 2 } : database
}

async function answerTo({ id, request, requestId, encoding }: RenderTask): Promise<RendererAnswer> {
  await isFresh
  const trace = new Trace()
  const locals: RenderLocals = { deps, requestId }
  const answer = await traced(trace, () => render(request, locals, encoding)).then(
    (page) => ({ page }),
    (error: unknown) => ({ error: String(error) }),
  )
  const { route, isUnavailable } = locals
  const { time, queries } = trace
  return { id, ...answer, locals: { route, isUnavailable }, time, queries, signals: signals.splice(0) }
}
