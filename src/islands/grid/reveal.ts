/** Thumbnails shown together. */
const BATCH = 5

/**
 * Shows the thumbnails of a section in batches of five, in order, each when all of its images have come or failed.
 * The next batch is asked for as soon as the one before it is there. Thumbnails that the browser painted before
 * this ran stay as they are.
 * @returns resolves when the last batch is shown; ends early when `signal` aborts
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

/** Asking for the image now, near the window or not; a broken image counts as done, its colour stays. */
function loaded(image: HTMLImageElement): Promise<void> {
  image.loading = 'eager'
  if (image.complete) return Promise.resolve()
  return new Promise((resolve) => {
    image.addEventListener('load', () => resolve(), { once: true })
    image.addEventListener('error', () => resolve(), { once: true })
  })
}
