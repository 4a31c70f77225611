/** Resolves when the page is loaded and the browser has nothing to do. */
export async function idle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  // Safari has no requestIdleCallback.
  const wait = globalThis.requestIdleCallback ?? ((done: () => void) => setTimeout(done, 2000))
  await new Promise<void>((resolve) => void wait(() => resolve()))
}
