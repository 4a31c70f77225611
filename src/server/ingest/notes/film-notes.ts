import { keywordsIn } from '#domain/studio/clip/keywords.ts'
import { cleanNotes, type Notes } from './notes.ts'

/** By the last part of a tag's name, as QuickTime (`com.apple.quicktime.title`, `title-jpn`) and Matroska have them. */
const NAMES = {
  titles: /(?:^|\.)(?:title|displayname)(?:-\w{3})?$/i,
  descriptions: /(?:^|\.)(?:description|synopsis)(?:-\w{3})?$/i,
  keywords: /(?:^|\.)keywords(?:-\w{3})?$/i,
  creators: /(?:^|\.)(?:artist|author|director)(?:-\w{3})?$/i,
  dates: /(?:^|\.)(?:creationdate|date|date_released|creation_time)$/i,
}

/** From a container's tags, as ffprobe reports them. */
export function filmNotes(tags: Record<string, string>): Notes {
  const of = (name: RegExp) => Object.entries(tags).flatMap(([key, text]) => (name.test(key) ? [text] : []))
  return cleanNotes({
    titles: of(NAMES.titles),
    descriptions: of(NAMES.descriptions),
    keywords: of(NAMES.keywords).flatMap(keywordsIn),
    creators: of(NAMES.creators),
    dates: of(NAMES.dates),
  })
}
