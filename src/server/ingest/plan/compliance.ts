import type { ColorFacts, VideoFacts } from '#server/ingest/probe/facts.ts'

const PROFILES = ['Constrained Baseline', 'Baseline', 'Main', 'High']
const MAX_LEVEL = 42
const MAX_LONG_SIDE = 1920
const MAX_RATE = 60
/** Bits a second; more is a mezzanine file, too large for visitors. */
const MAX_BIT_RATE = 24_000_000

/** Whether the master can be served as it is, so its samples are copied and not encoded again. */
export function isCompliant(facts: VideoFacts): boolean {
  return isCopied(facts) && isPlayable(facts) && isUpright(facts) && facts.bitRate <= MAX_BIT_RATE
}

/** AVI says when frames are decoded, not when they are shown, and cameras cut MPEG-TS anywhere. */
const isCopied = ({ demuxer }: VideoFacts) => demuxer === 'mov' || demuxer === 'matroska'

function isPlayable({ codec, profile, level, pixelFormat, color }: VideoFacts): boolean {
  return (
    codec === 'h264' &&
    PROFILES.includes(profile) &&
    level > 0 &&
    level <= MAX_LEVEL &&
    pixelFormat === 'yuv420p' &&
    isBt709(color)
  )
}

function isUpright({ width, height, rotation, rate, ticks, ...facts }: VideoFacts): boolean {
  return (
    Math.max(width, height) <= MAX_LONG_SIDE &&
    width % 2 === 0 &&
    height % 2 === 0 &&
    rotation === 0 &&
    facts.squarePixels &&
    !facts.interlaced &&
    facts.constantRate &&
    // Each frame lasts whole ticks: rounded times look like a variable rate to editing programs.
    (ticks * rate.den) % rate.num === 0 &&
    !facts.edited &&
    rate.num / rate.den <= MAX_RATE + 0.1
  )
}

/** BT.601 has the same curve under another name. */
const isBt709 = ({ matrix, primaries, transfer, fullRange }: ColorFacts) =>
  matrix === 'bt709' && primaries === 'bt709' && ['bt709', 'smpte170m'].includes(transfer) && !fullRange
