import type { Letter } from '#server/mail/letter.ts'
import type { FactorChange } from '#server/mail/queue-mail.ts'

/** The letters about accounts in one language. They never name the person: anyone can sign up with someone else's address. */
export interface AccountLetters {
  verifyEmail(about: { site: string; url: string; hours: number }): Letter
  /** To the new address. */
  changeEmail(about: { site: string; url: string; hours: number }): Letter
  /** To the old address; `url` leads to the operator. */
  emailChanged(about: { site: string; url: string; at: Date }): Letter
  resetPassword(about: { site: string; url: string; hours: number }): Letter
  /** `at` is the time of the change. */
  passwordChanged(about: { site: string; url: string; at: Date }): Letter
  /** `url` leads to a new password. */
  factorsChanged(about: { site: string; url: string; at: Date; change: FactorChange }): Letter
  /** `url` leads to the operator. */
  accountDeleted(about: { site: string; url: string; at: Date }): Letter
}
