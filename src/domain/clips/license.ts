export const LICENSE_TYPES = ['commercial', 'editorial'] as const
export type LicenseType = (typeof LICENSE_TYPES)[number]

/** Date of our terms, as on the terms page. */
export const TERMS_VERSION = '2024-12-01'

/** Where a clip was downloaded, and with which membership. */
export interface LicenceGrounds {
  plan: 'free' | 'pro' | 'early_adopter' | 'admin'
  via: 'clip' | 'promotion' | 'collection'
}

/** The ground of a licence. A free member has only promotions, so no membership can end. */
export function licenceRestsOn({ plan, via }: LicenceGrounds): 'membership' | 'promotion' {
  return plan === 'free' && via === 'promotion' ? 'promotion' : 'membership'
}
