import type { CustomPlugin } from 'svgo'

/** What a drawing needs. Others could run, load, link or embed something. */
const ELEMENTS = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'path', 'rect', 'circle', 'ellipse', 'line'],
  ...['polyline', 'polygon', 'text', 'tspan', 'clipPath', 'mask', 'pattern', 'marker', 'style'],
  ...['linearGradient', 'radialGradient', 'stop'],
])
const ATTRIBUTE = /^(?!on)(?:xmlns(?::xlink)?|xml:space|xlink:href|[a-z][a-zA-Z\d-]*)$/
const REFERENCE = /^(?:xlink:)?href$|^src$/
/** A style that names an address, or is written so that one cannot tell. */
const LOADS = /url\(\s*['"]?(?!#)|@import|image-set|expression|\\|<|javascript:/i

const drawingsOnly: CustomPlugin = {
  name: 'drawingsOnly',
  fn: () => ({
    element: {
      enter(node, parent) {
        const styles = node.children.map((child) => ('value' in child ? child.value : ''))
        if (!ELEMENTS.has(node.name) || (node.name === 'style' && LOADS.test(styles.join('')))) {
          parent.children = parent.children.filter((child) => child !== node)
          return
        }
        for (const [name, value] of Object.entries(node.attributes)) {
          const leads = REFERENCE.test(name) && !value.startsWith('#')
          if (!ATTRIBUTE.test(name) || leads || LOADS.test(value)) delete node.attributes[name]
        }
      },
    },
    instruction: { enter: removeNode },
    doctype: { enter: removeNode },
    comment: { enter: removeNode },
    cdata: {
      enter(node, parent) {
        if (parent.type !== 'element' || parent.name !== 'style') removeNode(node, parent)
      },
    },
  }),
}

function removeNode(node: object, parent: { children: object[] }): void {
  parent.children = parent.children.filter((child) => child !== node)
}

export interface Drawing {
  svg: string
  /** CSS pixels. */
  width: number
  height: number
}

/** A drawing without anything that runs or loads. @returns undefined for what is no SVG, or declares entities */
export async function cleanSvg(text: string): Promise<Drawing | undefined> {
  if (/<!ENTITY/i.test(text) || text.includes('\0')) return undefined
  const { optimize } = await import('svgo')
  try {
    const { data } = optimize(text, {
      plugins: ['removeScripts', 'inlineStyles', drawingsOnly, 'removeScripts'],
      js2svg: { indent: 0, pretty: false },
    })
    const root = /^<svg[^>]*>/.exec(data)?.[0]
    const size = root && sizeOf(root)
    if (!root || !size) return undefined
    return { svg: withRoot(data, root, size), ...size }
  } catch {
    return undefined
  }
}

function sizeOf(root: string): { width: number; height: number } | undefined {
  const [, , width = '', height = ''] =
    /\bviewBox="([^"]*)"/
      .exec(root)?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? []
  const given = (name: string) => new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`).exec(root)?.[1]
  const size = [given('width') ?? width, given('height') ?? height].map((text) => Math.ceil(Number(text)))
  const [w = 0, h = 0] = size
  return size.every((each) => each >= 1 && each <= 10_000) ? { width: w, height: h } : undefined
}

/** With the name space, without which it is plain XML, and its size, without which browsers assume 300 by 150. */
function withRoot(data: string, root: string, { width, height }: { width: number; height: number }): string {
  const rest = root.slice('<svg'.length).replace(/\s(?:xmlns|width|height)="[^"]*"/g, '')
  const viewBox = rest.includes('viewBox=') ? '' : ` viewBox="0 0 ${width} ${height}"`
  const own = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"${viewBox}`
  return own + rest + data.slice(root.length)
}
