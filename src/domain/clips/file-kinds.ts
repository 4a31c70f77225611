import { isAdmin, type Membership, type Person } from '../membership/membership.ts'
import { fullSize, type Size, scaled } from './film-size.ts'

export const FILE_KINDS = [
  ...(['film', 'uhd', 'master', 'prores', 'alpha', 'vertical', 'square'] as const),
  ...(['webp', 'gif', 'loop10', 'loop30', 'loop60'] as const),
] as const
export type FileKind = (typeof FILE_KINDS)[number]
/** Kinds that are made when somebody asks for them. */
export type MadeKind = Exclude<FileKind, 'film'>

/** Most bytes of an animated picture for the web. */
export const PICTURE_BYTES = 5_000_000

/** What is kept of a clip's original: its picture alone, as displayed. */
export interface Master extends Size {
  bytes: number
  /** Whether it may have transparent parts. */
  alpha: boolean
  /** Of the file that carries its stream. */
  extension: 'mov' | 'mkv'
}

/** What decides which files a clip has. */
export interface FilmForm extends Size {
  /** Seconds. */
  duration: number
  /** Frames a second. */
  frame_rate: number
  bytes: number
  /** Null if the original is not kept, or is a photograph. */
  master: Master | null
}

export interface ClipFile extends Size {
  /** Estimated until the file is made. */
  bytes: number
  /** Seconds. */
  duration: number
}

interface KindFacts {
  /** The name's end, behind that of the film. */
  suffix: string
  /** Of the file, if it is always the same. */
  extension: string | undefined
  /** What it is made of; `best`: the master if there is one, else the film. */
  from: 'film' | 'master' | 'best'
  /** Memberships that may take it. */
  plans: readonly Membership[]
  /** Undefined if the clip has no such file. */
  file: (film: FilmForm) => ClipFile | undefined
}

const PAID = ['pro', 'early_adopter'] as const
const UHD = 3840
/** Bits a pixel of ProRes 422 LT, by Apple's table. */
const PRORES_BITS = 1.64
const PICTURE_SIDE = 720

type FileOf = KindFacts['file']

/** A file of this size, with as many bits a pixel as the film unless others are given. */
function ofArea(film: FilmForm, { width, height }: Size, bits?: number): ClipFile {
  const perPixel = bits ? (bits / 8) * film.frame_rate * film.duration : film.bytes / film.width / film.height
  return { width, height, duration: film.duration, bytes: Math.round(width * height * perPixel) }
}

const crop = (ratio: number) => (film: FilmForm) => {
  const from = film.master ?? film
  const { width, height } = cropShares(from, ratio)
  // Nothing is cut off a film that has this shape.
  if (width * height > 0.98) return undefined
  return ofArea(film, fullSize({ width: from.width * width, height: from.height * height }))
}

const picture: FileOf = (film) => ({
  ...ofArea(film, scaled(film, PICTURE_SIDE / Math.max(film.width, film.height))),
  bytes: PICTURE_BYTES,
})

const loop = (seconds: number) => (film: FilmForm) => {
  const times = repeats(film.duration, seconds)
  const once = ofArea(film, film)
  return times < 2 ? undefined : { ...once, duration: film.duration * times, bytes: film.bytes * times }
}

const uhd: FileOf = (film) =>
  film.master && Math.max(film.master.width, film.master.height) >= UHD
    ? ofArea(film, uhdSize(film.master))
    : undefined

const master: FileOf = (film) =>
  film.master ? { ...ofArea(film, film.master), bytes: film.master.bytes } : undefined

const alpha: FileOf = (film) => (film.master?.alpha ? ofArea(film, fullSize(film.master)) : undefined)

export const CROP_RATIOS = { vertical: 9 / 16, square: 1 } as const
export const LOOP_SECONDS = { loop10: 10, loop30: 30, loop60: 60 } as const

const facts = (
  [suffix, extension]: [string, string?],
  from: KindFacts['from'],
  file: FileOf,
  plans: KindFacts['plans'] = PAID,
): KindFacts => ({ suffix, extension, from, file, plans })

/** Every kind of file of a clip. */
export const KINDS: Record<FileKind, KindFacts> = {
  film: facts(['', 'mp4'], 'film', (film) => ofArea(film, film)),
  uhd: facts(['_4k', 'mp4'], 'master', uhd, ['pro']),
  master: facts(['_master'], 'master', master, ['pro']),
  prores: facts(['_prores', 'mov'], 'best', (film) => ofArea(film, film, PRORES_BITS)),
  alpha: facts(['_alpha', 'webm'], 'master', alpha),
  vertical: facts(['_9x16', 'mp4'], 'best', crop(CROP_RATIOS.vertical)),
  square: facts(['_1x1', 'mp4'], 'best', crop(CROP_RATIOS.square)),
  webp: facts(['', 'webp'], 'film', picture),
  gif: facts(['', 'gif'], 'film', picture),
  loop10: facts(['_10s', 'mp4'], 'film', loop(LOOP_SECONDS.loop10)),
  loop30: facts(['_30s', 'mp4'], 'film', loop(LOOP_SECONDS.loop30)),
  loop60: facts(['_60s', 'mp4'], 'film', loop(LOOP_SECONDS.loop60)),
}

/** How often a film plays to last so many seconds: whole times, since only its own end meets its beginning. */
export const repeats = (duration: number, seconds: number) => Math.ceil(seconds / duration - 0.02)

export const uhdSize = (master: Size): Size => scaled(master, UHD / Math.max(master.width, master.height))

/** The largest part of a picture with this ratio of width to height, as shares of its sides. */
export function cropShares({ width, height }: Size, ratio: number): Size {
  const own = width / height
  return { width: Math.min(1, ratio / own), height: Math.min(1, own / ratio) }
}

/** Where a part of this share begins if it lies around a centre, all as shares of a side. */
export const cropStart = (centre: number, share: number) =>
  Math.min(1 - share, Math.max(0, centre - share / 2))

/** The name under which a kind is saved: `torii_9x16.mp4` for `torii.mp4`. */
export function fileNameOf(kind: FileKind, filmName: string, { master }: Pick<FilmForm, 'master'>): string {
  const { suffix, extension = master?.extension ?? 'mov' } = KINDS[kind]
  return `${filmName.replace(/\.mp4$/, '')}${suffix}.${extension}`
}

/** What a plan may take. */
export function mayTakeFile(person: Person | undefined, kind: FileKind): 'yes' | 'signIn' | 'upgrade' {
  if (!person) return 'signIn'
  return isAdmin(person) || KINDS[kind].plans.includes(person.membership) ? 'yes' : 'upgrade'
}
