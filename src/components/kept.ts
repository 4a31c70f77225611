import { LRUCache } from 'lru-cache'

/** HTML, or an instruction of Astro's, such as to add the script of the first island. */
type Chunk = string | object
interface Part {
  render(destination: { write(chunk: Chunk): void }): void | Promise<void>
}

/** Forgotten are only those of former categories. */
const MOST_PARTS = 500

const partsOf = new WeakMap<object, LRUCache<string, Chunk[]>>()

/**
 * A part of pages that is rendered once and repeated from then on. Astro's instructions within are left to each page, so
 * each gets the scripts of islands once.
 * @param site on whose settings any part may depend
 * @param by whatever else the part depends on; never what a visitor types, since all parts are kept; undefined: it is not
 */
export function kept(site: object, by: readonly unknown[] | undefined, render: () => unknown): Part {
  // Saved changes show at once.
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

/** Astro marks HTML by a subclass of String; what a slot rendered has instructions beside it. */
function isHtml(chunk: Chunk): boolean {
  return typeof chunk === 'string' || (chunk instanceof String && !('instructions' in chunk))
}
