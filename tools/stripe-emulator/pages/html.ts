/** Markup that is safe to send. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | Html[] | string | number | null | undefined | false

/** Escapes every value that is not Html. Lists are joined; null and false are empty. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + shown(parts[index])).join(''))
}

function shown(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(({ text }) => text).join('')
  return part instanceof Html ? part.text : escaped(String(part))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
