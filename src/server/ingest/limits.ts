/** Seconds. A clip is a short loop; anything longer is a mistake or an attack. */
export const MAX_DURATION = 60
/** 8K UHD (7680 × 4320): ffmpeg's `-max_pixels` and sharp's `limitInputPixels`. */
export const MAX_PIXELS = 33_177_600
/** Pixels on the short side; below it no rendition is worth watching, and AV1 encoders refuse. */
export const MIN_SIDE = 64
/** Long side to short side of a video; a still may be wider, since its loop is cut to a usual shape. */
export const MAX_VIDEO_ASPECT = 5
/** Address space of one ffmpeg in bytes: 8K at 10 bit with its frame threads fits well below. */
export const MEMORY_LIMIT = 8 * 1024 ** 3
/** Milliseconds for reading headers. */
export const PROBE_TIMEOUT = 20_000
/** Milliseconds for one render of a clip of at most MAX_DURATION; two slow cores need far less. */
export const RENDER_TIMEOUT = 20 * 60_000
/** Milliseconds for decoding one photograph. */
export const STILL_TIMEOUT = 60_000
