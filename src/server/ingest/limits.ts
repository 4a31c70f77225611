/** Seconds. A longer file is a mistake or an attack. */
export const MAX_DURATION = 60
/** 8K UHD (7680 × 4320): ffmpeg's `-max_pixels`. */
export const MAX_PIXELS = 33_177_600
/** For a photograph: cameras sold as 100 megapixels make 11648 × 8736. */
export const MAX_STILL_PIXELS = 102_000_000
/** Pixels on the short side; AV1 encoders refuse less. */
export const MIN_SIDE = 64
/** For a photograph: of any shape, the camera move keeps MIN_SIDE of it in view. */
export const MIN_STILL_SIDE = 90
/** Long side to short side of a video. A still may be wider: its loop is cropped. */
export const MAX_VIDEO_ASPECT = 5
/** Bytes of address space for one ffmpeg; 10-bit 8K needs much less. */
export const MEMORY_LIMIT = 8 * 1024 ** 3
/** Bytes of data for decoding one photograph; Node and its libraries allocate a quarter of it and never touch it. */
export const STILL_MEMORY = 2 * 1024 ** 3
/** Milliseconds for reading headers. */
export const PROBE_TIMEOUT = 20_000
/** Milliseconds for one render step; two slow cores need far less. */
export const RENDER_TIMEOUT = 20 * 60_000
/** Milliseconds for decoding one photograph. */
export const STILL_TIMEOUT = 60_000
