import { escapeHtml } from '#domain/address/escape-html.ts'

/** XMP at the end of an MP4 file (Adobe's XMP Specification, part 3). */
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/**
 * Boxes that follow a watermarked film: what it is and whose, as tags that players show (`meta` of the file) and as XMP
 * for Adobe's programs. At the end they move no byte of the film.
 */
export function compNote({ id, address }: { id: number; address: string }): Buffer {
  const usage = 'Comp, licence needed'
  const tag = (name: string, text: string) =>
    box(Buffer.from(name, 'latin1'), box('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(text)))
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from('mdirappl'), Buffer.alloc(9))
  const tags = box('ilst', tag('\xa9cmt', `${usage}. Clip ${id}, ${address}`), tag('cprt', usage))
  return Buffer.concat([
    box('meta', Buffer.alloc(4), handler, tags),
    box('uuid', XMP, Buffer.from(xmp({ id, address: escapeHtml(address), usage }))),
  ])
}

const xmp = ({ id, address, usage }: { id: number; address: string; usage: string }) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:r="http://ns.adobe.com/xap/1.0/rights/"
 dc:identifier="${id}" r:Marked="True" r:WebStatement="${address}">
<r:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">${usage}</rdf:li></rdf:Alt></r:UsageTerms>
</rdf:Description></rdf:RDF></x:xmpmeta>`

/** ISO 14496-12: size, type, content. */
function box(type: string | Buffer, ...content: Buffer[]): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  return Buffer.concat([size, Buffer.from(type), ...content])
}
