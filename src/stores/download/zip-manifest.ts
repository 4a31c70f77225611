import { localeOf, localePath, type SitePath } from '#domain/address/locale-path.ts'
import type { SavedFilm, SetClip } from '#stores/sets/set-clips.ts'

/** Content of `manifest.json` in the zip. */
export interface Manifest {
  name: string
  page: string
  terms: string
  downloaded: string
  /** Comps have no licence. */
  clips: { file: string; title: string; clip: string; licence?: string; certificate?: string }[]
  /** Clips that could not be fetched. */
  missing: { title: string; clip: string }[]
}

export interface PackedClip {
  clip: SetClip
  /** Name in the zip. */
  file: string
  media: SavedFilm
}

interface Packed {
  name: string
  page: string
  packed: readonly PackedClip[]
  missing: readonly SetClip[]
}

export function manifestOf({ name, page, packed, missing }: Packed, now: Date): Manifest {
  const locale = localeOf(new URL(page).pathname)
  const at = (path: SitePath) => new URL(localePath(locale, path), page).href
  const facts = ({ id, title }: SetClip) => ({ title, clip: at(`/m/${id}`) })
  return {
    name,
    page,
    terms: at('/terms'),
    downloaded: now.toISOString(),
    clips: packed.map(({ clip, file, media: { licence } }) => ({
      file,
      ...facts(clip),
      ...(licence && { licence, certificate: at(`/licence/${licence}`) }),
    })),
    missing: missing.map(facts),
  }
}

/** Makes file names unique: `torii.mp4`, `torii (2).mp4`. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const [, stem = name, extension = ''] = /^(.+?)(\.[^.]+)?$/u.exec(name) ?? []
    let free = name
    // Ignores case: many file systems do.
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem} (${n})${extension}`
    taken.add(free.toLowerCase())
    return free
  }
}
