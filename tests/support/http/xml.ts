import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

const FIXTURES = join(import.meta.dirname, '../../fixtures')
const NAMESPACES = {
  s: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  v: 'http://www.google.com/schemas/sitemap-video/1.1',
  x: 'http://www.w3.org/1999/xhtml',
  a: 'http://www.w3.org/2005/Atom',
}

export interface Xml {
  /** Texts or values an XPath finds. Prefixes: s sitemap, v video, x XHTML, a Atom. */
  all(path: string): string[]
  /** @throws XmlValidateError with every fault */
  expectSitemap(): void
}

/** @throws XmlParseError if the text is not well-formed */
export function parseXml(text: string): Xml {
  const document = XmlDocument.fromString(text)
  return {
    all: (path) => document.find(path, NAMESPACES).map((node) => node.content),
    expectSitemap: () => sitemapSchema().validate(document),
  }
}

let schema: XsdValidator | undefined

function sitemapSchema(): XsdValidator {
  if (!schema) {
    xmlRegisterFsInputProviders()
    const url = join(FIXTURES, 'sitemap-extensions.xsd')
    schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(url), { url }))
  }
  return schema
}
