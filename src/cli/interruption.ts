/** Ctrl-C or SIGTERM aborts the signal, so that work ends cleanly; a second one exits at once. */
export function interruption(): { signal: AbortSignal; dispose: () => void } {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new Error('interrupted'))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const dispose = () => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  return { signal: controller.signal, dispose }
}
