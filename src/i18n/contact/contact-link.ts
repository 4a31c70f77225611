import type { Locale } from '../strings.ts'

/** The label of a link to the contact page, in toasts that suggest contacting us. */
export const CONTACT_US: Record<Locale, string> = { en: 'Contact us', ja: 'お問い合わせ' }
