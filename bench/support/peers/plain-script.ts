import { join } from 'node:path'
import { ffmpeg } from '../shops/footage.ts'

/** Names of a clip's films in the script's folder. */
export const FILMS = { full: 'full.mp4', watermarked: 'watermarked.mp4' }

const H264 = ['-an', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
const LIMIT = ['-maxrate', '16M', '-bufsize', '32M']
const AV1 = ['-an', '-c:v', 'libsvtav1', '-preset', '10', '-crf', '40', '-pix_fmt', 'yuv420p']

/**
 * The commands of a plain script for one master, each decoding it again: poster, two hover previews, watermarked and
 * full film, with x264's own preset and our rate factors.
 */
export async function runPlainScript(master: string, watermark: string, folder: string): Promise<void> {
  const to = (name: string) => join(folder, name)
  const small = ['-t', '3', '-i', master, '-vf', 'scale=-2:360']
  await ffmpeg(['-ss', '1', '-i', master, '-frames:v', '1', '-vf', 'scale=1280:-2', to('poster.webp')])
  await ffmpeg([...small, ...H264, '-crf', '27', to('preview.mp4')])
  await ffmpeg([...small, ...AV1, to('preview.av1.mp4')])
  const marked = '[0:v]scale=-2:720[film];[film][1:v]overlay=format=yuv420'
  const both = ['-i', master, '-i', watermark, '-filter_complex', marked]
  await ffmpeg([...both, ...H264, '-crf', '24', to(FILMS.watermarked)])
  await ffmpeg(['-i', master, ...H264, '-crf', '20', to(FILMS.full)])
}

/** Raw frames, 30 a second. */
export interface RawFrames {
  path: string
  width: number
  height: number
}

/** Encodes ready-made frames: the lower limit for turning stills into loops. */
export async function encodeAlone(frames: RawFrames, watermark: string, folder: string): Promise<void> {
  const to = (name: string) => join(folder, name)
  const size = `${frames.width}x${frames.height}`
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', size, '-framerate', '30']
  const preview = '[0:v]trim=duration=3,scale=-2:360,split=2[h264][av1]'
  await ffmpeg([
    ...[...raw, '-i', frames.path, '-filter_complex', preview],
    ...['-map', '[h264]', ...H264, '-crf', '27', to('preview.mp4')],
    ...['-map', '[av1]', ...AV1, to('preview.av1.mp4')],
  ])
  const films = '[0:v]split=2[full][film];[film]scale=-2:720[small];[small][1:v]overlay=format=yuv420[marked]'
  await ffmpeg([
    ...[...raw, '-i', frames.path, '-i', watermark, '-filter_complex', films],
    ...['-map', '[marked]', ...H264, '-preset', 'veryfast', '-crf', '24', to(FILMS.watermarked)],
    ...['-map', '[full]', ...H264, '-preset', 'faster', '-crf', '20', ...LIMIT, to(FILMS.full)],
  ])
}
