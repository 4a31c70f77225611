import { LRUCache } from 'lru-cache'

/** HTML, or an instruction of Astro's, such as adding the script of the first island. */
type Chunk = string | object
interface Part {
  render(destination: { write(chunk: Chunk): void }): void | Promise<void>
}

/** Only parts of former categories are forgotten. */
const MOST_PARTS = 500

const partsOf = new WeakMap<object, LRUCache<string, Chunk[]>>()

/**
 * A part that is rendered once and then reused on all pages. Astro's instructions in it are repeated for each page, so
 * each gets the scripts of its islands.
 * @param site the settings, which any part may use
 * @param by everything else that the part depends on; never visitors' text, since all parts are kept; undefined: do
 * not keep it
 */
export function kept(site: object, by: readonly unknown[] | undefined, render: () => unknown): Part {
  // In development, saved changes must show at once.
  if (!by || import.meta.env.DEV) return render() as Part
  const parts = partsOf.get(site) ?? new LRUCache({ max: MOST_PARTS })
  partsOf.set(site, parts)
  const key = JSON.stringify(by)
  return {
    render(destination) {
      const known = parts.get(key)
      if (known) return repeat(known, destination)
      return chunksOf(render() as Part).then((chunks) => {
        parts.set(key, chunks)
        repeat(chunks, destination)
      })
    },
  }
}

function repeat(chunks: readonly Chunk[], destination: { write(chunk: Chunk): void }): void {
  for (const chunk of chunks) destination.write(chunk)
}

async function chunksOf(part: Part): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  await part.render({
    write(chunk) {
      const last = chunks.at(-1)
      if (!isHtml(chunk)) chunks.push(chunk)
      else if (typeof last === 'string') chunks[chunks.length - 1] = last + chunk
      else chunks.push(String(chunk))
    },
  })
  return chunks
}

/** Astro marks HTML by a subclass of String; the output of a slot also has instructions. */
function isHtml(chunk: Chunk): boolean {
  return typeof chunk === 'string' || (chunk instanceof String && !('instructions' in chunk))
}
