import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom'
import ExifReader from 'exifreader'
import { keywordsIn } from '#domain/studio/keywords.ts'
import { cleanNotes, joinNotes, NO_NOTES, type Notes } from './notes.ts'

type Tags = Record<string, Record<string, unknown> | undefined>

/** Names by group, as ExifReader has them. */
const NAMES = {
  xmp: {
    title: 'title',
    description: 'description',
    keywords: 'subject',
    creator: 'creator',
    dates: ['DateCreated', 'CreateDate'],
  },
  iptc: {
    title: 'Object Name',
    description: 'Caption/Abstract',
    keywords: 'Keywords',
    creator: 'By-line',
    dates: ['Date Created'],
  },
  exif: {
    title: 'XPTitle',
    description: 'ImageDescription',
    keywords: 'XPKeywords',
    creator: 'Artist',
    dates: ['DateTimeOriginal'],
  },
}

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
    const windows = {
      titles: [],
      descriptions: texts(tags.exif?.XPComment),
      keywords: [],
      creators: texts(tags.exif?.XPAuthor),
      dates: [],
    }
    const groups = (['xmp', 'iptc', 'exif'] as const).map((group) => inGroup(tags, group))
    return joinNotes(...[...groups, windows].map(cleanNotes))
  } catch {
    return NO_NOTES
  }
}

function inGroup(tags: Tags, group: keyof typeof NAMES): Notes {
  const names = NAMES[group]
  const of = (name: string) => texts(tags[group]?.[name])
  return {
    titles: of(names.title),
    descriptions: of(names.description),
    keywords: of(names.keywords).flatMap(keywordsIn),
    creators: of(names.creator),
    dates: names.dates.flatMap(of),
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
