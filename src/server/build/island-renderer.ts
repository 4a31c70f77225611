import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'

/** One page's render; its islands are counted, so that their `useId()`s differ. */
interface Page {
  result: object
}

const islandsOf = new WeakMap<object, number>()

/**
 * Renders islands to HTML in one go. Astro's own renderer runs each component twice, first to see whether it is React's, and
 * reads a stream each time, which takes longer than the rest of a page. Islands suspend nowhere and take no slots.
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
    const prefix = nextPrefix(this.result)
    const html = renderToString(createElement(component, props), { identifierPrefix: prefix })
    return { html, attrs: { prefix } }
  },
}

function nextPrefix(result: object): string {
  const before = islandsOf.get(result) ?? 0
  islandsOf.set(result, before + 1)
  return `r${before}`
}
