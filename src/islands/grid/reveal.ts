/** Thumbnails shown together. */
const BATCH = 5

/**
 * Shows thumbnails in batches of five, in order, once loaded or failed; painted ones stay.
 * @returns resolves after the last batch; ends early when `signal` aborts
 */
export async function revealInBatches(section: HTMLElement, signal: AbortSignal): Promise<void> {
  const images = [...section.querySelectorAll('img')]
  const waiting = images.filter((image) => !image.complete)
  for (const image of waiting) image.closest('.tile')?.setAttribute('data-waiting', '')
  for (let start = 0; start < images.length && !signal.aborted; start += BATCH) {
    const batch = images.slice(start, start + BATCH)
    await Promise.all(batch.map(loaded))
    for (const image of batch) image.closest('.tile')?.removeAttribute('data-waiting')
  }
}

/** Requests the image even if it is far away. A broken image counts as loaded; its colour stays. */
function loaded(image: HTMLImageElement): Promise<void> {
  image.loading = 'eager'
  if (image.complete) return Promise.resolve()
  return new Promise((resolve) => {
    image.addEventListener('load', () => resolve(), { once: true })
    image.addEventListener('error', () => resolve(), { once: true })
  })
}
