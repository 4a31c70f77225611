import type { Size } from '#domain/clips/film-size.ts'
import type { ColorFacts, Rate, VideoFacts } from '#server/ingest/probe/facts.ts'

/** Everything becomes BT.709 limited range. */
const TARGET = 'out_color_matrix=bt709:out_range=tv'
const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67']
/** swscale's names of the matrices that ffprobe reports; others are very rare. */
const MATRICES: Record<string, string> = {
  bt709: 'bt709',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
  smpte170m: 'smpte170m',
  bt470bg: 'bt470',
  fcc: 'fcc',
  smpte240m: 'smpte240m',
}
/** Transfer functions that zscale reads; others are taken for BT.709. */
const TRANSFERS = [...HDR_TRANSFERS, ...'smpte170m bt2020-10 bt2020-12 iec61966-2-1 linear'.split(' ')]
const PRIMARIES = 'bt2020 smpte170m bt470bg bt470m smpte240m smpte431 smpte432'.split(' ')

export interface Conversion {
  size: Size
  /** Colours of the samples; undefined for BT.709 limited. */
  color?: ColorFacts | undefined
  pixels?: 'yuv420p' | 'gray' | 'yuv422p10le' | 'yuva420p' | undefined
}

/** Scales to square pixels and 8-bit BT.709. */
export function scaleTo({ size, color, pixels = 'yuv420p' }: Conversion): string {
  const source = color ? sourceColors(color) : ''
  return `scale=${size.width}:${size.height}:flags=bicubic:${source}${TARGET},setsar=1,format=${pixels}`
}

export function scaleToRgb(size: Size, color?: ColorFacts): string {
  const source = color ? sourceColors(color) : 'in_color_matrix=bt709:in_range=tv:'
  return `scale=${size.width}:${size.height}:flags=bicubic+accurate_rnd+full_chroma_int:${source}out_range=pc,setsar=1,format=rgb24`
}

/** Always set, since swscale takes untagged video for BT.601. */
function sourceColors({ matrix, fullRange }: ColorFacts): string {
  if (matrix === 'gbr') return ''
  return `in_color_matrix=${MATRICES[matrix] ?? 'bt709'}:in_range=${fullRange ? 'pc' : 'tv'}:`
}

export interface Upright {
  filters: string[]
  /** Colours after the filters; undefined for BT.709 limited. */
  color: ColorFacts | undefined
}

/**
 * Filters before any scaling: start at zero, progressive frames without metadata, an opaque picture, BT.709 primaries
 * and brightness. ffmpeg rotates by itself.
 */
export function upright(facts: VideoFacts, canConvert: boolean): Upright {
  const color = facts.alpha ? RGB : facts.color
  const converts = canConvert && !(facts.alpha || isPlain(facts.color))
  return {
    filters: [
      ...(facts.edited ? ['setpts=PTS-STARTPTS'] : []),
      'sidedata=mode=delete',
      ...(facts.interlaced ? ['yadif'] : []),
      ...(facts.alpha ? onWhite(facts.color) : []),
      ...(converts ? toBt709(facts.color) : []),
    ],
    color: converts ? undefined : color,
  }
}

const RGB: ColorFacts = { matrix: 'gbr', transfer: 'bt709', primaries: 'bt709', fullRange: true }

const isPlain = ({ primaries, transfer }: ColorFacts) =>
  !(PRIMARIES.includes(primaries) || HDR_TRANSFERS.includes(transfer))

/** Transparent parts become white, as in stills: the negative on black, negated. */
const onWhite = (color: ColorFacts) => [
  `scale=${sourceColors(color)}out_range=pc`,
  'format=gbrap',
  'negate',
  'premultiply=inplace=1',
  'negate',
  'format=gbrp',
]

/** Converts other primaries and HDR; zscale needs chroma without gaps if a side is odd. */
function toBt709(color: ColorFacts): string[] {
  const { matrix, fullRange } = color
  const planes = matrix === 'gbr' ? 'gbrp12le' : 'yuv444p12le'
  const source = `min=${matrix in MATRICES || matrix === 'gbr' ? matrix : 'bt709'}:rin=${fullRange ? 'pc' : 'tv'}`
  return [`format=${planes}`, ...convertColors(color, source, 'm=bt709:r=tv'), 'format=yuv420p']
}

/** Converts a photograph in these colours, as 16-bit RGB, to plain RGB. */
export const stillToRgb = (color: Pick<ColorFacts, 'primaries' | 'transfer'>) =>
  ['format=gbrp16le', ...convertColors(color, 'min=gbr:rin=pc', 'm=gbr:r=pc'), 'format=rgb24'].join(',')

/** HDR is converted through linear light at 100 nits and Hable's curve. */
function convertColors(
  { primaries, transfer }: Pick<ColorFacts, 'primaries' | 'transfer'>,
  from: string,
  to: string,
): string[] {
  const curve = TRANSFERS.includes(transfer) ? transfer : 'bt709'
  const source = `zscale=tin=${curve}:pin=${PRIMARIES.includes(primaries) ? primaries : 'bt709'}:${from}`
  const kept = curve === 'iec61966-2-1' ? curve : 'bt709'
  if (!HDR_TRANSFERS.includes(transfer)) return [`${source}:t=${kept}:p=bt709:${to}`]
  return [
    `${source}:t=linear:p=bt709:m=gbr:npl=100`,
    'format=gbrpf32le',
    'tonemap=tonemap=hable:desat=0',
    `zscale=t=bt709:${to}`,
  ]
}

export const atRate = ({ num, den }: Rate) => `fps=${num}/${den}`

/** Halves a rate over the limit until it fits, so that frames drop evenly. */
export function rateUpTo(limit: number, { num, den }: Rate): Rate {
  return num / den <= limit + 0.1 ? { num, den } : rateUpTo(limit, { num, den: den * 2 })
}
