import { proofJa } from './proof-ja.ts'
import type { Locale } from './strings.ts'

const proofEn = {
  title: 'Is it you?',
  lead: {
    password: 'Please give your password once more.',
    factor: 'Please show your second factor once more.',
  },
  form: { submit: 'Confirm', busy: 'Checking…' },
  cancel: 'Cancel',
}

export type ProofTexts = typeof proofEn

export function proofTexts(locale: Locale): ProofTexts {
  return locale === 'ja' ? proofJa : proofEn
}
