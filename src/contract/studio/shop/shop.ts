import * as z from 'zod/mini'
import type { ShopSettings } from '../../shop/shop-settings.ts'

/** A ShopSettings, which only the server checks: browsers need no schema. */
const settings = z.unknown() as z.ZodMiniType<ShopSettings, unknown>
const revision = z.int().check(z.nonnegative())

/** A published version. */
export const ShopVersion = z.object({
  number: z.int(),
  created: z.string(),
  /** Name of who published it; null for a deleted account. */
  by: z.nullable(z.string()),
  /** Paths of the changed settings, such as `home.title.en`. */
  changed: z.array(z.string()),
  /** The version that it brought back. */
  restored: z.nullable(z.int()),
})
export type ShopVersion = z.infer<typeof ShopVersion>

/** Answer of `GET /api/studio/shop`. */
export const StudioShop = z.object({
  /** JSON schema of the settings; each field has a FieldNote. */
  form: z.record(z.string(), z.unknown()),
  /** The draft. */
  settings,
  revision,
  /** Name of who changed the draft last. */
  by: z.nullable(z.string()),
  /** The shop as it comes. */
  defaults: settings,
  /** What visitors see. */
  published: settings,
  /** Paths of changed settings whose default has changed since. */
  outdated: z.array(z.string()),
  /** Newest first. */
  versions: z.array(ShopVersion),
})
export type StudioShop = z.infer<typeof StudioShop>

/** Body of `PUT /api/studio/shop/draft`. `revision`: the one that the edit began with. */
export const ShopDraft = z.object({ settings, revision })
export const ShopRevision = z.object({ revision })
export const ShopNumber = z.object({ number: z.coerce.number().check(z.int(), z.positive()) })

/** What a picture is for, which decides its size. `card`: link previews; `wide`: a banner. */
const PICTURE_USES = ['logo', 'icon', 'card', 'wide'] as const

/** Body of `POST /api/studio/shop/pictures`: an SVG, PNG, JPEG or WebP, in base64. */
export const ShopPicture = z.object({ use: z.enum(PICTURE_USES), bytes: z.base64() })
export type ShopPicture = z.infer<typeof ShopPicture>
export const PictureName = z.object({ name: z.string() })

/** Body of `POST /api/studio/shop/import`: the ZIP file of an export, in base64. */
export const ShopFile = z.object({ bytes: z.base64(), revision })
