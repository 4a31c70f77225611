import { EVENTS_PATH } from '#contract/studio/clips/uploads.ts'
import { freshToken } from '../auth/auth.ts'

interface Following {
  /** Data of an event by its name, such as `uploads`. */
  onEvent: (name: string, data: unknown) => void
  /** Called every few seconds while events do not arrive, so that the caller polls. */
  onPoll: () => void
}

const RETRY_MS = 3000

/**
 * Follows the studio's events until the returned function is called. Without a connection it calls `onPoll` and
 * retries.
 */
export function followStudio({ onEvent, onPoll }: Following): () => void {
  const stop = new AbortController()
  const follow = async () => {
    while (!stop.signal.aborted) {
      try {
        await readEvents(onEvent, stop.signal)
      } catch (error) {
        if (stop.signal.aborted) return
        console.info('Live events are interrupted', error)
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      if (!stop.signal.aborted) onPoll()
    }
  }
  void follow()
  return () => stop.abort()
}

/** EventSource cannot send a token, so the stream is read by fetch. */
async function readEvents(onEvent: Following['onEvent'], signal: AbortSignal): Promise<void> {
  const response = await fetch(EVENTS_PATH, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${await freshToken()}` },
    signal,
  })
  if (!response.ok || !response.body) throw new Error(`events were refused: ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let pending = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (pending + value).split('\n\n')
    pending = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event) onEvent(event.name, event.data)
    }
  }
}

/** Undefined for a comment, which only keeps the connection alive. */
export function parseEvent(block: string): { name: string; data: unknown } | undefined {
  const lines = block.split(/\r?\n/)
  const valuesOf = (field: string) =>
    lines
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).trimStart())
  const data = valuesOf('data').join('\n')
  return data ? { name: valuesOf('event')[0] ?? 'message', data: JSON.parse(data) } : undefined
}
