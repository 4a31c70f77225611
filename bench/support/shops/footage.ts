import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findTools } from '#server/ingest/tools.ts'

const run = promisify(execFile)
const LIBRARY = join(import.meta.dirname, '../../../demo/library')

/** Photographs of the demo library, by name. */
export function photos(): string[] {
  return readdirSync(LIBRARY)
    .filter((name) => name.endsWith('.jpg'))
    .map((name) => join(LIBRARY, name))
}

const X264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']
const ENCODINGS = {
  /** May be served as it is. */
  compliant: [...X264, '-preset', 'veryfast', '-crf', '20', '-maxrate', '18M', '-bufsize', '18M'],
  /** As from cameras and editing programs: 10 bit, 4:2:2, all key frames. */
  mezzanine: ['-c:v', 'prores', '-pix_fmt', 'yuv422p10le'],
}

/** Writes a 1080p film at 30 frames a second: a pan over a photograph with a little grain. The same each time. */
export async function makeMaster(
  photo: string,
  to: string,
  { kind, seconds }: { kind: keyof typeof ENCODINGS; seconds: number },
): Promise<void> {
  const move = `crop=1920:1080:x='(iw-ow)*t/${seconds}':y='(ih-oh)/2'`
  // Decoded and scaled once, then repeated.
  const still = 'scale=2560:1440:force_original_aspect_ratio=increase:out_color_matrix=bt709:out_range=tv'
  const filter = `${still},format=yuv444p,loop=-1:1,setpts=N/30/TB,${move},noise=alls=5:allf=t`
  const tags = '-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv'.split(' ')
  const source = ['-i', photo, '-vf', filter, '-r', '30', '-t', String(seconds)]
  await ffmpeg([...source, ...ENCODINGS[kind], ...tags, to])
}

/** Runs ffmpeg and returns its messages. */
export async function ffmpeg(args: string[], level = 'error'): Promise<string> {
  const { ffmpeg: program } = await findTools()
  const { stderr } = await run(program, ['-v', level, '-nostdin', '-y', ...args], { maxBuffer: 2 ** 26 })
  return stderr
}

/** VMAF (0 to 100) of a film against its source, put through `filter` first. */
export async function vmaf(film: string, reference: { inputs: string[]; filter: string }): Promise<number> {
  const inputs = [film, ...reference.inputs].flatMap((input) => ['-i', input])
  const graph = `${reference.filter},setpts=PTS-STARTPTS[r];[0:v]setpts=PTS-STARTPTS[d];[d][r]libvmaf=n_threads=2`
  const output = await ffmpeg([...inputs, '-filter_complex', graph, '-f', 'null', '-'], 'info')
  const score = /VMAF score: ([\d.]+)/.exec(output)?.[1]
  if (!score) throw new Error('this ffmpeg does not measure VMAF')
  return Number(score)
}
