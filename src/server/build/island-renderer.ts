import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'

/** One render of a page; its islands are counted by component, so that their `useId()`s differ. */
interface Page {
  result: object
}

const islandsOf = new WeakMap<object, Map<string, number>>()

/**
 * Renders islands to HTML in one go. Astro's own renderer runs each component twice, first to see whether it is
 * React's, and reads a stream each time, which takes longer than the rest of a page. Islands must not suspend or take
 * slots.
 */
export default {
  name: '@astrojs/react',
  supportsAstroStaticSlot: true,
  check: async (component: unknown) => typeof component === 'function',
  async renderToStaticMarkup(
    this: Page,
    component: ComponentType<Record<string, unknown>>,
    props: Record<string, unknown>,
  ) {
    const prefix = nextPrefix(this.result, component.name)
    const html = renderToString(createElement(component, props), { identifierPrefix: prefix })
    return { html, attrs: { prefix } }
  },
}

/** The same on every page that has the component once, so that kept parts fit (src/components/kept.ts). */
function nextPrefix(result: object, name: string): string {
  const counts = islandsOf.get(result) ?? new Map<string, number>()
  islandsOf.set(result, counts)
  const count = counts.get(name) ?? 0
  counts.set(name, count + 1)
  return name + (count || '')
}
