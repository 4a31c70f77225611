import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A mail as a mail program shows it. */
export interface ReadMail {
  headers: Record<string, string>
  subject: string
  text: string
  html: string
}

/** Parses a raw mail with a plain and an HTML part. */
export function readMail(raw: string): ReadMail {
  const { headers, body } = partOf(raw.replaceAll('\r\n', '\n'))
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '') ?? []
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\n|\n$/g, '')))
  const ofType = (type: string) => {
    const part = parts.find(({ headers }) => headers['content-type']?.startsWith(type))
    return part ? decoded(part.body, part.headers['content-transfer-encoding']) : ''
  }
  return {
    headers,
    subject: decodedWords(headers.subject ?? ''),
    text: ofType('text/plain'),
    html: ofType('text/html'),
  }
}

/** The mails in an outbox folder, the oldest first. */
export async function readOutbox(folder: string): Promise<ReadMail[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).toSorted()
  return Promise.all(files.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))))
}

function partOf(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\n\n')
  const lines = raw
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: Object.fromEntries(headers), body: raw.slice(end + 2) }
}

function decoded(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? unquoted(body.replace(/=\n/g, '')) : body
}

/** Encoded words of RFC 2047. */
function decodedWords(text: string): string {
  const joined = text.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : unquoted(word.replaceAll('_', ' ')),
  )
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
