import { MAX_PIXELS } from '#server/ingest/limits.ts'
import type { Demuxer } from './facts.ts'

/** ffmpeg's full names, without playlists (hls, concat, dash, sdp…). */
const DEMUXERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts'

/** Input arguments for an untrusted file: ffmpeg opens nothing else, and uses the demuxer that was sniffed. */
export function safeInput(path: string, demuxer: Demuxer): string[] {
  return [
    ...['-protocol_whitelist', 'file'],
    ...['-format_whitelist', DEMUXERS],
    ...['-max_pixels', String(MAX_PIXELS)],
    ...['-f', demuxer],
    ...['-i', `file:${path}`],
  ]
}
