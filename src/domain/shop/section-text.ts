/** A paragraph, a list, a list of the licence summary, or a paragraph for a shop with testers. */
export type SectionBlock = string | { list: string[] } | { licence: string } | { testers: string }

export interface TextSection {
  id: string
  title: string
  body: SectionBlock[]
}

/** Sections as text: `## Title {#anchor}`, paragraphs, lists of `- points`, `{licence: may}` and `{testers} …`. */
export function sectionText(sections: readonly TextSection[]): string {
  return sections
    .map(({ id, title, body }) => [`## ${title} {#${id}}`, ...body.map(blockText)].join('\n\n'))
    .join('\n\n')
}

function blockText(block: SectionBlock): string {
  if (typeof block === 'string') return block
  if ('licence' in block) return `{licence: ${block.licence}}`
  return 'testers' in block
    ? `{testers} ${block.testers}`
    : block.list.map((point) => `- ${point}`).join('\n')
}

/** The first paragraph without marks, for search engines. */
export function firstWords(text: string, siteName: string): string {
  const first =
    sectionsIn(text).flatMap(({ body }) => body.filter((block) => typeof block === 'string'))[0] ?? ''
  const plain = first.replace(/\*\*|\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('{siteName}', siteName)
  return plain.slice(0, 160)
}

/** Reads that text; every text is some sections. What comes before the first title has neither title nor anchor. */
export function sectionsIn(text: string): TextSection[] {
  const sections: TextSection[] = []
  let paragraph: string[] = []
  let list: string[] = []
  const body = () => {
    if (sections.length === 0) sections.push({ id: '', title: '', body: [] })
    return sections.at(-1)!.body
  }
  const end = () => {
    if (paragraph.length > 0) body().push(blockOf(paragraph.join(' ')))
    if (list.length > 0) body().push({ list })
    paragraph = []
    list = []
  }
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [, title, id] = /^##\s+(.*?)(?:\s*\{#([^}]*)\})?$/.exec(line) ?? []
    const [, point] = /^[-*]\s+(.*)$/.exec(line) ?? []
    if (title !== undefined) {
      end()
      sections.push({ id: id ?? anchorOf(title, sections.length), title, body: [] })
    } else if (line === '') end()
    else if (point !== undefined) {
      if (paragraph.length > 0) end()
      list.push(point)
    } else if (list.length > 0) list.push(`${list.pop()} ${line}`)
    else paragraph.push(line)
  }
  end()
  return sections
}

function blockOf(text: string): SectionBlock {
  const [, licence] = /^\{licence:\s*(\w+)\}$/.exec(text) ?? []
  if (licence) return { licence }
  const [, testers] = /^\{testers\}\s*(.+)$/.exec(text) ?? []
  return testers ? { testers } : text
}

/** Letters of the title, or for Japanese ones the place as a letter. */
function anchorOf(title: string, place: number): string {
  const letters = title
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return letters || `part-${String.fromCharCode(97 + (place % 26))}`
}
