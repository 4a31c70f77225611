import { z } from 'zod'

/** The seller, as Japan's Act on Specified Commercial Transactions requires it to be shown. */
export interface Seller {
  name: string
  representative?: string
  address?: string
  phone?: string
}

const line = z.string().regex(/^[^\p{Cc}<>]{1,200}$/u, 'must be one line of 1 to 200 letters')

/** Part of the schema in config.ts. */
export const SELLER_SETTINGS = {
  SELLER_NAME: line.optional(),
  SELLER_REPRESENTATIVE: line.optional(),
  SELLER_ADDRESS: line.optional(),
  SELLER_PHONE: z
    .string()
    .regex(/^\+?[\d() -]{5,30}$/, 'must be a telephone number')
    .optional(),
}

type SellerSettings = z.infer<z.ZodObject<typeof SELLER_SETTINGS>>

/** Undefined without SELLER_NAME: then there is no legal notice. */
export function sellerOf(settings: SellerSettings): Seller | undefined {
  const { SELLER_NAME: name, SELLER_REPRESENTATIVE: representative } = settings
  const { SELLER_ADDRESS: address, SELLER_PHONE: phone } = settings
  if (!name) return undefined
  return {
    name,
    ...(representative && { representative }),
    ...(address && { address }),
    ...(phone && { phone }),
  }
}
