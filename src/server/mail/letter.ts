export type Locale = 'en' | 'ja'

/** What a mail says, before it is set as plain text and as HTML. Paragraphs; a line break within one is kept. */
export interface Letter {
  subject: string
  before: readonly string[]
  link: { label: string; url: string }
  after: readonly string[]
}

/** Every mail that is sent, in one language. Names of people are never in them: whoever signs up with somebody else's address could put anything there. */
export interface Letters {
  verifyEmail(about: { site: string; url: string; hours: number }): Letter
  resetPassword(about: { site: string; url: string; hours: number }): Letter
  /** `at` is when it was changed. */
  passwordChanged(about: { site: string; url: string; at: Date }): Letter
}
