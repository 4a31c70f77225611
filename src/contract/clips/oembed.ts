import * as z from 'zod/mini'
import { wholeNumber } from './clips.ts'

/** Largest size in pixels that the consumer can show. */
const Room = z.optional(z.pipe(wholeNumber(100_000), z.number().check(z.minimum(1, 'must be at least 1'))))

/** Query of `GET /api/oembed`. https://oembed.com defines the parameters; `loop` and `muted` are ours. */
export const OembedQuery = z.object({
  url: z.string('must be the address of a clip'),
  maxwidth: Room,
  maxheight: Room,
  format: z._default(z.string(), 'json'),
  loop: z.optional(z.string()),
  mute: z.optional(z.string()),
  muted: z.optional(z.string()),
})
export type OembedQuery = z.infer<typeof OembedQuery>

/** A clip for other sites. Sizes in pixels, `cache_age` in seconds. */
export const OembedVideo = z.object({
  version: z.literal('1.0'),
  type: z.literal('video'),
  title: z.string(),
  author_name: z.optional(z.string()),
  provider_name: z.string(),
  provider_url: z.string(),
  cache_age: z.int(),
  thumbnail_url: z.optional(z.string()),
  thumbnail_width: z.optional(z.int()),
  thumbnail_height: z.optional(z.int()),
  html: z.string(),
  width: z.int(),
  height: z.int(),
})
export type OembedVideo = z.infer<typeof OembedVideo>
