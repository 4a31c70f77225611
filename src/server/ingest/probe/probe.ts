import { MAX_STILL_PIXELS, MIN_STILL_SIDE } from '#server/ingest/limits.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { lookAtStill } from '#server/ingest/still/decode-still.ts'
import type { Tools } from '#server/ingest/tools.ts'
import type { Facts, ImageFacts } from './facts.ts'
import { probeVideo } from './probe-video.ts'
import type { Sniffed } from './sniff.ts'

/** Probes a sniffed file. @throws Refusal */
export async function probe(
  path: string,
  sniffed: Sniffed,
  tools: Tools,
  signal?: AbortSignal,
): Promise<Facts> {
  if (sniffed.kind === 'image') return probeImage(path, sniffed.format, signal)
  return probeVideo({ path, demuxer: sniffed.demuxer, tools, signal })
}

async function probeImage(
  path: string,
  format: ImageFacts['format'],
  signal?: AbortSignal,
): Promise<ImageFacts> {
  const { width, height, colors, notes } = await lookAtStill({ path, format, signal })
  const size = `${width}×${height}`
  if (width * height > MAX_STILL_PIXELS)
    throw new Refusal(`${size} is over 100 megapixels`, { code: 'tooLarge' })
  if (Math.min(width, height) < MIN_STILL_SIDE)
    throw new Refusal(`${size} is too small; at least ${MIN_STILL_SIDE} pixels a side`, { code: 'tooSmall' })
  return { kind: 'image', format, width, height, colors, notes }
}
