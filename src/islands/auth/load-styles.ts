const loading = new Map<string, Promise<void>>()

/**
 * Loads a style sheet of a lazy component. A normal import would put it into every page's head and delay the first
 * paint. @param href from `import href from './x.css?url'`
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
