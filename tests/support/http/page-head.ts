/** The head of a page. */
export interface PageHead {
  title: string
  /** Its structured data. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any shape, into whose parts tests look
  things: ({ '@type': string } & Record<string, any>)[]
  /** Content by name or property; the first of each. */
  meta: Map<string, string>
  /** Addresses by media type. */
  alternates: Map<string, string>
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#38': '&',
  '#39': "'",
}

/** Parses it like a browser: a script ends at the first `</script`. */
export function pageHead(html: string): PageHead {
  const head = html.slice(0, html.indexOf('</head>'))
  const tags = (name: string) => [
    ...head.matchAll(new RegExp(`<${name}((?:\\s+[\\w:-]+(?:="[^"]*")?)*)\\s*/?>`, 'g')),
  ]
  const attributes = ([, text = '']: RegExpExecArray) =>
    new Map(
      [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decoded(value)]),
    )
  const meta = tags('meta').map(attributes).toReversed()
  const links = tags('link').map(attributes)
  return {
    title: decoded(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''),
    things: [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gs)].flatMap(
      ([, json = '']) => {
        const graph = JSON.parse(json)
        if (graph['@context'] !== 'https://schema.org') throw new Error('structured data without its context')
        return graph['@graph']
      },
    ),
    meta: new Map(
      meta.map((each) => [each.get('property') ?? each.get('name') ?? '', each.get('content') ?? '']),
    ),
    alternates: new Map(links.map((each) => [each.get('type') ?? '', each.get('href') ?? ''])),
  }
}

function decoded(text: string): string {
  return text.replace(/&(\w+|#\d+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
