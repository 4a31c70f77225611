import type { Notes } from '#server/ingest/notes/notes.ts'
import type { StillColors } from '#server/ingest/still/heif-colors.ts'

/** Frames a second as an exact fraction: 30000/1001. */
export interface Rate {
  num: number
  den: number
}

/** ffmpeg's names; `mpegts` is what cameras write as AVCHD. */
export type Demuxer = 'mov' | 'matroska' | 'avi' | 'mpegts'

/** Sizes are as displayed: rotated and with square pixels. */
export interface VideoFacts {
  kind: 'video'
  demuxer: Demuxer
  /** Index of the video stream in the file. */
  stream: number
  codec: string
  profile: string
  /** 42 for 4.2; 0 if unknown. */
  level: number
  pixelFormat: string
  width: number
  height: number
  /** Clockwise degrees by which a player turns it: 0, 90, 180 or 270. */
  rotation: number
  squarePixels: boolean
  interlaced: boolean
  /** Whether it may have transparent parts. */
  alpha: boolean
  color: ColorFacts
  /** Ticks a second of the master's clock. */
  ticks: number
  rate: Rate
  constantRate: boolean
  /** Whether an edit list hides frames or shows them late. */
  edited: boolean
  /** Seconds from the first frame to the end of the last. */
  duration: number
  frames: number
  /** Bits a second of the video stream. */
  bitRate: number
  notes: Notes
}

/** By ffmpeg's names; for untagged files, as players assume. */
export interface ColorFacts {
  matrix: string
  transfer: string
  primaries: string
  fullRange: boolean
}

export interface ImageFacts {
  kind: 'image'
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'tiff'
  /** As displayed, after EXIF orientation. */
  width: number
  height: number
  /** Set if they differ from sRGB and no profile says so. */
  colors?: StillColors | undefined
  notes: Notes
}

export type Facts = VideoFacts | ImageFacts
