import type { Tools } from '#server/ingest/tools.ts'
import type { Facts } from './facts.ts'
import { probeImage } from './probe-image.ts'
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
