import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom'
import ExifReader from 'exifreader'
import { keywordsIn } from '#domain/studio/clip/keywords.ts'
import { cleanNotes, joinNotes, NO_NOTES, type Notes } from './notes.ts'

type Tags = Record<string, Record<string, unknown> | undefined>

/** Names by group, as ExifReader has them: title, description, keywords, creator and dates. */
const NAMES = {
  xmp: ['title', 'description', 'subject', 'creator', 'DateCreated', 'CreateDate'],
  iptc: ['Object Name', 'Caption/Abstract', 'Keywords', 'By-line', 'Date Created'],
  exif: ['XPTitle', 'ImageDescription', 'XPKeywords', 'Artist', 'DateTimeOriginal'],
} as const

/** The notes in an `.xmp` file. Programs begin it in many ways, and ExifReader knows one. */
export async function sidecarNotes(bytes: Buffer): Promise<Notes> {
  const text = bytes.toString('utf8')
  const start = text.search(/<(?:x:xmpmeta|rdf:RDF)\b/)
  return start < 0 ? NO_NOTES : imageNotes(Buffer.from(`<?xpacket begin="" id=""?>${text.slice(start)}`))
}

/** XMP, IPTC and EXIF of an image; unreadable parts are left out. */
export async function imageNotes(bytes: Buffer): Promise<Notes> {
  try {
    const domParser = new DOMParser({ onError: onErrorStopParsing })
    const tags = (await ExifReader.load(bytes, { async: true, expanded: true, domParser })) as unknown as Tags
    const { XPComment, XPAuthor } = tags.exif ?? {}
    const windows = { ...NO_NOTES, descriptions: texts(XPComment), creators: texts(XPAuthor) }
    const groups = (['xmp', 'iptc', 'exif'] as const).map((group) => inGroup(tags, group))
    return joinNotes(...[...groups, windows].map(cleanNotes))
  } catch {
    return NO_NOTES
  }
}

function inGroup(tags: Tags, group: keyof typeof NAMES): Notes {
  const of = (name: string) => texts(tags[group]?.[name])
  const [title, description, keywords, creator, ...dates] = NAMES[group]
  return {
    titles: of(title),
    descriptions: of(description),
    keywords: of(keywords).flatMap(keywordsIn),
    creators: of(creator),
    dates: dates.flatMap(of),
  }
}

/** A tag, a list of tags, or a tag whose value is a list in several languages. */
function texts(tag: unknown): string[] {
  if (Array.isArray(tag)) return tag.flatMap(texts)
  if (typeof tag !== 'object' || tag === null) return []
  const { value, description } = tag as { value?: unknown; description?: unknown }
  if (Array.isArray(value) && value.some((entry) => typeof entry === 'object')) return value.flatMap(texts)
  return typeof description === 'string' ? [description] : []
}
