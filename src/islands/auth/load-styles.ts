const loading = new Map<string, Promise<void>>()

/**
 * A sheet that only what is loaded later needs. Imported in the usual way it would stand in every page's head, and
 * hold the first paint up. @param href as `import href from './x.css?url'` gives it
 */
export function loadStyles(href: string): Promise<void> {
  const known = loading.get(href)
  if (known) return known
  const loaded = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      loading.delete(href)
      reject(new Error(`The styles at ${href} could not be loaded`))
    }
    document.head.append(link)
  })
  loading.set(href, loaded)
  return loaded
}
