export const LICENSE_TYPES = ['commercial', 'editorial'] as const
export type LicenseType = (typeof LICENSE_TYPES)[number]

/** Date from which the terms in force hold, as the terms page says. */
export const TERMS_VERSION = '2024-12-01'

/** Where a clip was taken, and with which membership. */
export interface LicenceGrounds {
  plan: 'free' | 'pro' | 'early_adopter' | 'admin'
  via: 'clip' | 'promotion' | 'collection'
}

/** What a licence rests on: a free member has only what a promotion gave, and no membership that could end. */
export function licenceRestsOn({ plan, via }: LicenceGrounds): 'membership' | 'promotion' {
  return plan === 'free' && via === 'promotion' ? 'promotion' : 'membership'
}
