import { MAX_PIXELS } from '#server/ingest/limits.ts'

/** Demuxers by their full names in ffmpeg: playlists (hls, concat, dash, sdp…) are not among them. */
const DEMUXERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm'

/**
 * Arguments before `-i` for a file that may be hostile: no other file or address is opened, no playlist is followed,
 * the demuxer is the one that the content names. The `file:` prefix keeps odd names from being read as protocols.
 */
export function safeInput(path: string, demuxer: 'mov' | 'matroska'): string[] {
  return [
    ...['-protocol_whitelist', 'file'],
    ...['-format_whitelist', DEMUXERS],
    ...['-max_pixels', String(MAX_PIXELS)],
    ...['-f', demuxer],
    ...['-i', `file:${path}`],
  ]
}
