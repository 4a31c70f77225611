import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LOOK_SIDE, type Look, lookOf } from '#domain/look/look.ts'
import { words } from '#server/ingest/plan/encoders.ts'
import { scaleToRgb } from '#server/ingest/plan/filters.ts'
import { runTool, ToolFailed } from '#server/ingest/run-tool.ts'
import { findTools } from '#server/ingest/tools.ts'

/** Frames of the preview a second, and at most. */
const RATE = 4
const MOST = 12
/** Milliseconds. */
const TIMEOUT = 60_000

/** Paths of a clip's tile. */
export interface TileFiles {
  /** A JPEG. */
  poster: string
  preview: string
  /** For the frames, which are removed. */
  folder: string
  signal?: AbortSignal | undefined
}

/**
 * What a clip looks like, from its poster and hover preview, so that it is the same whether it is taken when the clip
 * comes in or later. Undefined if they do not decode.
 */
export async function takeLook({ poster, preview, folder, signal }: TileFiles): Promise<Look | undefined> {
  const raw = join(folder, 'look.rgb')
  try {
    const { ffmpeg } = await findTools()
    const args = lookArgs({ poster, preview }, raw)
    await runTool({ program: ffmpeg, args, writes: folder, timeout: TIMEOUT, signal })
    const bytes = await readFile(raw)
    const length = LOOK_SIDE ** 2 * 3
    const frames = Array.from({ length: Math.floor(bytes.length / length) }, (_, at) =>
      bytes.subarray(at * length, (at + 1) * length),
    )
    return frames.length > 0 ? lookOf(frames) : undefined
  } catch (error) {
    if (error instanceof ToolFailed) return undefined
    throw error
  } finally {
    await rm(raw, { force: true })
  }
}

function lookArgs({ poster, preview }: Pick<TileFiles, 'poster' | 'preview'>, to: string): string[] {
  const size = { width: LOOK_SIDE, height: LOOK_SIDE }
  const color = { matrix: 'smpte170m', transfer: 'bt709', primaries: 'bt709', fullRange: true }
  const graph = [
    `[0:v]${scaleToRgb(size, color)},setpts=0,trim=end_frame=1[poster]`,
    `[1:v]fps=${RATE},trim=end_frame=${MOST},${scaleToRgb(size)}[film]`,
    '[poster][film]concat=n=2:v=1:a=0[frames]',
  ]
  return [
    ...words('-v error -hide_banner -nostdin -y -protocol_whitelist file -f jpeg_pipe -i'),
    ...[`file:${poster}`, ...words('-protocol_whitelist file -f mov -i'), `file:${preview}`],
    ...[
      '-filter_complex',
      graph.join(';'),
      ...words('-map [frames] -fps_mode passthrough -c:v rawvideo -f rawvideo'),
    ],
    `file:${to}`,
  ]
}
