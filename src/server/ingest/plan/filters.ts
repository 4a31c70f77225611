import type { Size } from '#domain/clips/film-size.ts'
import type { ColorFacts, Rate, VideoFacts } from '#server/ingest/probe/probe.ts'

/** Everything becomes BT.709 limited range. */
const TARGET = 'out_color_matrix=bt709:out_range=tv'
const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67']
const HD_LINES = 720
/** swscale's names of the matrices that ffprobe reports. */
const MATRICES: Record<string, string> = {
  bt709: 'bt709',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
  smpte170m: 'smpte170m',
  bt470bg: 'bt470',
}

interface Conversion {
  size: Size
  /** Tags of the source; undefined for BT.709 limited. */
  color?: ColorFacts | undefined
  pixels?: 'yuv420p' | 'gray'
}

/** Scales to square pixels and 8-bit BT.709. */
export function scaleTo({ size, color, pixels = 'yuv420p' }: Conversion): string {
  const source = color ? sourceColors(color, size) : ''
  return `scale=${size.width}:${size.height}:flags=bicubic:${source}${TARGET},setsar=1,format=${pixels}`
}

export function scaleToRgb(size: Size, color?: ColorFacts): string {
  const source = color ? sourceColors(color, size) : 'in_color_matrix=bt709:in_range=tv:'
  return `scale=${size.width}:${size.height}:flags=bicubic+accurate_rnd+full_chroma_int:${source}out_range=pc,setsar=1,format=rgb24`
}

/** Always named, since swscale takes untagged video for BT.601, which is wrong from HD on. */
function sourceColors({ matrix, fullRange }: ColorFacts, { height }: Size): string {
  if (matrix === 'gbr' || matrix === 'rgb') return ''
  const named = MATRICES[matrix] ?? (height >= HD_LINES ? 'bt709' : 'smpte170m')
  return `in_color_matrix=${named}:in_range=${fullRange ? 'pc' : 'tv'}:`
}

/** Filters before any scaling: a start at zero, deinterlacing, HDR to SDR. ffmpeg rotates by itself. */
export function uprightFilters({ edited, interlaced, color }: VideoFacts, canToneMap: boolean): string[] {
  const isHdr = HDR_TRANSFERS.includes(color.transfer)
  return [
    ...(edited ? ['setpts=PTS-STARTPTS'] : []),
    ...(interlaced ? ['yadif'] : []),
    ...(canToneMap && isHdr ? toneMap(color) : []),
  ]
}

/** Linear light at 100 nits, Hable's curve, then BT.709. */
function toneMap({ transfer }: ColorFacts): string[] {
  return [
    `zscale=tin=${transfer}:pin=bt2020:min=bt2020nc:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
  ]
}

export const atRate = ({ num, den }: Rate) => `fps=${num}/${den}`

/** Halves a rate over the limit until it fits, so that frames drop evenly. */
export function rateUpTo(limit: number, { num, den }: Rate): Rate {
  return num / den <= limit + 0.1 ? { num, den } : rateUpTo(limit, { num, den: den * 2 })
}
