import * as z from 'zod/mini'
import { PLAIN_LINE } from '../../plain-text.ts'

/** As in addresses: `four_seasons`. */
const categoryKey = z
  .string()
  .check(z.regex(/^[a-z0-9]+(?:_[a-z0-9]+)*$/, 'badCategoryKey'), z.maxLength(60, 'badCategoryKey'))
const label = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'labelMissing'),
    z.maxLength(80, 'labelTooLong'),
    z.regex(PLAIN_LINE, 'labelMissing'),
  )

/** A category as the studio lists it, with the number of its clips in each state. */
export const CategoryLine = z.object({
  key: z.string(),
  label: z.string(),
  label_ja: z.string(),
  published: z.int(),
  drafts: z.int(),
  hidden: z.int(),
  /** The category that its clips are being moved to; null for most. */
  moving_to: z.nullable(z.string()),
})
export type CategoryLine = z.infer<typeof CategoryLine>

/** Answer of `GET /api/studio/categories`, in the order of the bar. */
export const CategoryLines = z.object({
  categories: z.array(CategoryLine),
  /** Former keys; their addresses redirect. */
  former: z.array(z.object({ key: z.string(), moved_to: z.string() })),
})
export type CategoryLines = z.infer<typeof CategoryLines>

export const CategoryInput = z.object({ key: categoryKey, label, label_ja: label })
export type CategoryInput = z.infer<typeof CategoryInput>

export const CategoryLabels = z.object({ label, label_ja: label })
export type CategoryLabels = z.infer<typeof CategoryLabels>

/** Body of `PUT /api/studio/categories/order`: keys in their new order; those left out follow in their old one. */
export const CategoryOrder = z.object({ keys: z.array(categoryKey).check(z.maxLength(1000)) })
export type CategoryOrder = z.infer<typeof CategoryOrder>

/** Body of `POST /api/studio/categories/{key}/move`. A new key gets the old one's labels and place. */
export const CategoryMove = z.object({ to: categoryKey, new: z._default(z.optional(z.boolean()), false) })
export type CategoryMove = z.infer<typeof CategoryMove>

export const CategoryPath = z.object({ key: categoryKey })
