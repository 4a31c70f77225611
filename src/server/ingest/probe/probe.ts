import type { Tools } from '#server/ingest/tools.ts'
import { probeImage } from './probe-image.ts'
import { probeVideo } from './probe-video.ts'
import { sniff } from './sniff.ts'

/** A number of frames a second as ffmpeg writes it, exact: 30000/1001. */
export interface Rate {
  num: number
  den: number
}

/** What is known of a video that may be taken. Sizes are as displayed: rotated and with square pixels. */
export interface VideoFacts {
  kind: 'video'
  demuxer: 'mov' | 'matroska'
  /** Index of the video stream in the file. */
  stream: number
  codec: string
  profile: string
  /** 42 for 4.2; 0 where unknown. */
  level: number
  pixelFormat: string
  width: number
  height: number
  /** Degrees clockwise that the player must turn it: 0, 90, 180, 270. */
  rotation: number
  squarePixels: boolean
  interlaced: boolean
  color: ColorFacts
  rate: Rate
  constantRate: boolean
  /** Seconds from the first frame to the end of the last. */
  duration: number
  frames: number
  /** Bits a second of the video stream. */
  bitRate: number
}

/** Tags as ffmpeg names them; empty where the file says nothing. */
export interface ColorFacts {
  matrix: string
  transfer: string
  primaries: string
  fullRange: boolean
}

export interface ImageFacts {
  kind: 'image'
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'
  /** As displayed, EXIF orientation applied. */
  width: number
  height: number
}

export type Facts = VideoFacts | ImageFacts

/** What a file is, by its content. Throws Refusal with the reason where it is not to be taken. */
export async function probe(path: string, tools: Tools, signal?: AbortSignal): Promise<Facts> {
  const found = await sniff(path)
  if (found.kind === 'image') return probeImage(path, found.format)
  return probeVideo({ path, demuxer: found.demuxer, tools, signal })
}
