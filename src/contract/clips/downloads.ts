import * as z from 'zod/mini'
import { DIGITAL_SOURCES } from '#domain/clips/digital-source.ts'
import { FILE_KINDS } from '#domain/clips/file-kinds.ts'
import { LICENSE_TYPES } from '#domain/clips/license.ts'
import { MEMBERSHIPS } from '#domain/membership/membership.ts'

const kind = z.enum(FILE_KINDS)

/** `filepath`: the clip's `cloudpath`. `kind`: one of the clip's files; default: the film. */
export const MediaSignQuery = z.object({
  filepath: z.string().check(z.minLength(1), z.maxLength(300)),
  kind: z._default(z.optional(kind), 'film'),
})

/** A link that saves the full film as `file_name`, and the licence of this download. */
export const SignedMedia = z.object({
  url: z.string(),
  /** Life of the link in seconds. */
  expires_in: z.int(),
  file_name: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Id of the licence certificate at `/licence/{id}`. */
  licence: z.string(),
})
export type SignedMedia = z.infer<typeof SignedMedia>

/** What may be taken of a clip, the same for everybody. */
export const ClipFiles = z.object({
  files: z.array(
    z.object({
      kind,
      file_name: z.string(),
      /** Pixels. Until the file is made they may be estimated, as are the bytes. */
      width: z.int(),
      height: z.int(),
      /** Seconds. */
      duration: z.number(),
      bytes: z.int(),
      state: z.enum(['unmade', 'making', 'ready', 'failed']),
      /** Memberships that may take it. */
      plans: z.array(z.enum(MEMBERSHIPS)),
    }),
  ),
})
export type ClipFiles = z.infer<typeof ClipFiles>

export const LicenceParams = z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)) })

/** The facts at the time of download; they outlast the clip and the account. */
export const Licence = z.object({
  id: z.string(),
  clip_id: z.int(),
  /** Whether the clip is still in the catalogue. */
  clip_available: z.boolean(),
  clip_title: z.string(),
  clip_title_ja: z.string(),
  thumbnail_url: z.nullable(z.string()),
  file_name: z.string(),
  file_kind: kind,
  license: z.string(),
  license_type: z.enum(LICENSE_TYPES),
  /** What the clip said at the download, as `ai` and `digital_source_type` of `Source`. */
  ai: z.nullable(z.boolean()),
  digital_source_type: z.nullable(z.enum(DIGITAL_SOURCES)),
  /** Date of the terms in force, `YYYY-MM-DD`. */
  terms_version: z.string(),
  plan: z.enum(['free', 'pro', 'early_adopter', 'admin']),
  licensee_name: z.string(),
  via: z.enum(['clip', 'promotion', 'collection']),
  via_name: z.string(),
  created: z.iso.datetime(),
  /** Whether the licensee has a paid membership now; new uses depend on it. */
  membership_live: z.boolean(),
})
export type Licence = z.infer<typeof Licence>

/** The public part of a licence: that it exists, for which clip and when. Never the licensee. */
export type GenuineLicence = Pick<
  Licence,
  'id' | 'clip_id' | 'clip_title' | 'clip_title_ja' | 'thumbnail_url' | 'license_type' | 'terms_version'
> &
  Pick<Licence, 'plan' | 'via' | 'via_name' | 'created' | 'ai' | 'digital_source_type'>

export const LicenceList = z.object({
  licences: z.array(Licence),
  offset: z.int(),
  next_offset: z.nullable(z.int()),
  total: z.int(),
})
export type LicenceList = z.infer<typeof LicenceList>
