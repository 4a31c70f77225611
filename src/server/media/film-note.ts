import { escapeHtml } from '#domain/address/escape-html.ts'
import { type DigitalSource, SOURCE_TYPES } from '#domain/clips/digital-source.ts'

/** XMP at the end of an MP4 file (Adobe's XMP Specification, part 3). */
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/** Of a clip that is saved: a comp's number and page, and where the clip comes from. */
export interface FilmNote {
  comp?: { id: number; address: string } | undefined
  source?: DigitalSource | undefined
}

/**
 * Boxes that follow a film: of a comp what it is and whose, as tags that players show (`meta` of the file) and as XMP
 * for Adobe's programs; of any film IPTC's DigitalSourceType. At the end they move no byte of the film.
 */
export function filmNote({ comp, source }: FilmNote): Buffer {
  const type = source ? `i:DigitalSourceType="${SOURCE_TYPES}${source}"` : ''
  if (!comp) return source ? xmp(type, '') : Buffer.alloc(0)
  const usage = 'Comp, licence needed'
  const address = escapeHtml(comp.address)
  const tag = (name: string, text: string) =>
    box(Buffer.from(name, 'latin1'), box('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(text)))
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from('mdirappl'), Buffer.alloc(9))
  const tags = box('ilst', tag('\xa9cmt', `${usage}. Clip ${comp.id}, ${comp.address}`), tag('cprt', usage))
  return Buffer.concat([
    box('meta', Buffer.alloc(4), handler, tags),
    xmp(
      `dc:identifier="${comp.id}" r:Marked="True" r:WebStatement="${address}" ${type}`,
      `<r:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">${usage}</rdf:li></rdf:Alt></r:UsageTerms>`,
    ),
  ])
}

const xmp = (attributes: string, content: string) =>
  box(
    'uuid',
    XMP,
    Buffer.from(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:r="http://ns.adobe.com/xap/1.0/rights/"
 xmlns:i="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`),
  )

/** ISO 14496-12: size, type, content. */
function box(type: string | Buffer, ...content: Buffer[]): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  return Buffer.concat([size, Buffer.from(type), ...content])
}
