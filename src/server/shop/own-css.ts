import type { CssNode } from 'css-tree'

/** Rules that concern the whole page or another file. */
const NOT_ALLOWED = ['import', 'charset', 'namespace']
/** A page or file of this site, a part of the page, or a picture in the text itself. */
const OWN_ADDRESS = /^(?:\/(?!\/)|#|data:image\/(?:png|jpeg|webp|avif);)/
/** Functions whose texts are addresses. */
const LOADS = /^(?:-webkit-)?(?:image-set|cross-fade|image|src)$/i

/**
 * An operator's style sheet, written anew from what was read, within the last layer. @returns undefined for one that is
 * not well formed, imports something or names a foreign address
 */
export async function ownLayer(css: string): Promise<string | undefined> {
  if (css.trim() === '') return ''
  // Loaded here, since few shops have one.
  const { generate, parse, walk } = await import('css-tree')
  try {
    let isBad = false
    const sheet = parse(css)
    walk(sheet, function (node) {
      if (isForbidden(node, this.function?.name)) isBad = true
    })
    if (isBad) return undefined
    const layer = `@layer own{${generate(sheet)}}`
    // What could not be read is still as it was written. It is an error here, and so is what ends the layer.
    const again = parse(layer, { onParseError: () => (isBad = true) })
    const isOne = again.type === 'StyleSheet' && again.children.size === 1
    return isBad || !isOne ? undefined : layer
  } catch {
    return undefined
  }
}

function isForbidden(node: CssNode, within: string | undefined): boolean {
  if (node.type === 'Atrule') return NOT_ALLOWED.includes(node.name.toLowerCase())
  if (node.type === 'Url') return !OWN_ADDRESS.test(node.value.trim())
  if (node.type === 'String') return LOADS.test(within ?? '') && !OWN_ADDRESS.test(node.value.trim())
  // What was not understood, and values of custom properties: neither may load or end anything.
  return node.type === 'Raw' && /url\(|image-set\(|src\(|@import|[{}\\]|<\//i.test(node.value)
}
