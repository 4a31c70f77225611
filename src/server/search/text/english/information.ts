import { stem } from './stem.ts'

/** How much a word tells about a clip: most words name a thing; verbs and qualities tell less. */
export type Information = 'light' | 'verb' | 'normal'

const stems = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/).map(stem))

/**
 * True of any clip: its nature, purpose and quality, and prepositions that are no stop words, because they form
 * compounds (close-up, take-off) or are longer. `film` and `background` are what buyers call any clip.
 */
const LIGHT = stems(`
  video videos vid vids clip clips footage stock film films filmed filming movie movies loop loops looping
  looped seamless seamlessly background backgrounds backdrop wallpaper broll reel reels image images picture
  pictures photo photos shot shots scene scenes view views viewed 4k 8k 5k 6k 2k hd uhd fhd fullhd ultrahd 1080p
  2160p 720p 1080 2160 prores fps 24fps 25fps 30fps 60fps hdr mp4 mov quality resolution res definition royalty
  free licensed license licence download downloadable editorial cinematic professional premium creative concept
  conceptual beautiful beautifully pretty lovely gorgeous stunning amazing breathtaking wonderful awesome
  incredible fantastic great nice good best perfect excellent spectacular impressive attractive charming
  picturesque scenic famous popular iconic typical various several many some few much more most very really
  quite so such just only also too even other another any each every all both same certain one 1 kind type sort
  example thing things something up down out off over away around through about again here now together above
  across after against along alongside amid amidst among amongst behind below beneath beside besides between
  beyond before during near nearby under underneath until till toward towards inside outside within since because although
  gif hq hires widescreen footages unlimited cc0 watermark montage compilation establishing preview sample theme themed
  related different authentic detail lot dozen plenty suitable available asset
  though whether either yet i me my he him his she her hers can please find want need searching give like
`)

/** What nearly anybody in a clip does. They tell less than their object. */
const VERBS = stems(`
  go come walk stand sit take look make wear see use get put hold have do move turn keep let try start stop show
  begin enjoy visit pass arrive leave appear become fill cover surround feature capture include contain feel
  stay happen locate situate approach enter reach bring carry wait set watching taking done seen gone taken made
  worn overlook spend follow create provide offer rest work meet hang continue remain seem decorate display
  located lined placed seated facing
`)

/** Qualities of a thing. Colours are not here: a red umbrella is another thing. */
const QUALITIES = stems(`
  old new young big small large little tall long short high low hot cold warm cool wet dry empty full busy
  quiet calm peaceful traditional modern ancient historic japanese asian happy sad cute tired fresh bright
  wooden narrow wide outdoor indoor open local real natural elegant luxury luxurious colorful vintage retro
  rural urban quick soft wild single lonely whole huge giant tiny
`)

const COLOURS = stems(`
  red orange yellow green blue purple violet pink white black gray brown gold golden silver crimson scarlet vermilion
  turquoise emerald navy beige
`)

/** From a stem. */
export const isColour = (stemmed: string): boolean => COLOURS.has(stemmed)

/** From a stem. Articles, prepositions and conjunctions are stop words and never get here. */
export function informationOf(stemmed: string): Information {
  if (LIGHT.has(stemmed)) return 'light'
  return VERBS.has(stemmed) || QUALITIES.has(stemmed) ? 'verb' : 'normal'
}
