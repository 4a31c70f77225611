import { Certificate } from './schemas/certificate.ts'
import { Checkout } from './schemas/checkout.ts'
import { CommerceNotice } from './schemas/commerce-notice.ts'
import { Landing } from './schemas/landing.ts'
import { LegalText } from './schemas/legal-text.ts'
import { LicenceSummary } from './schemas/licence-summary.ts'
import { Mission } from './schemas/mission.ts'
import { Pricing } from './schemas/pricing.ts'

/** Schema of each content folder, for both languages. */
export const schemas = {
  mission: Mission,
  terms: LegalText,
  privacy: LegalText,
  licence: LicenceSummary,
  certificate: Certificate,
  pricing: Pricing,
  checkout: Checkout,
  commerce: CommerceNotice,
  landing: Landing,
}
export type CollectionName = keyof typeof schemas
