import * as z from 'zod/mini'
import { localeSchema } from '#contract/accounts/accounts.ts'
import { CONTACT_TOPICS } from '#contract/shop/contact.ts'
import { LOCALES } from '#domain/address/locale-path.ts'
import { FILE_KINDS } from '#domain/clips/file-kinds.ts'
import type { Db } from '#server/db/schema.ts'
import { queueJob } from '#server/jobs/job-rows.ts'

const FACTOR_CHANGES = [
  'passkeyAdded',
  'passkeyRemoved',
  'appAdded',
  'appRemoved',
  'codesMade',
  'codeUsed',
  'allRemoved',
] as const
export type FactorChange = (typeof FACTOR_CHANGES)[number]

const AccountMail = z.discriminatedUnion('mail', [
  /** `newEmail` tells this order apart from one that is being sent to another address. */
  z.object({ mail: z.literal('verifyEmail'), userId: z.int(), newEmail: z.optional(z.string()) }),
  /** To the old address. */
  z.object({ mail: z.literal('emailChanged'), userId: z.int(), to: z.string(), at: z.iso.datetime() }),
  /** By address, so that the request takes the same time whether or not the account exists. */
  z.object({ mail: z.literal('resetPassword'), email: z.string() }),
  z.object({ mail: z.literal('passwordChanged'), userId: z.int(), at: z.iso.datetime() }),
  z.object({
    mail: z.literal('factorsChanged'),
    userId: z.int(),
    change: z.enum(FACTOR_CHANGES),
    at: z.iso.datetime(),
  }),
  z.object({
    mail: z.enum(['keyMade', 'keyLeaked']),
    userId: z.int(),
    key: z.int(),
    at: z.iso.datetime(),
  }),
  /** The account is gone, so the order has all that the mail needs. */
  z.object({
    mail: z.literal('accountDeleted'),
    to: z.string(),
    locale: z.enum(LOCALES),
    at: z.iso.datetime(),
  }),
])
export type AccountMail = z.infer<typeof AccountMail>

const MembershipMail = z.object({
  mail: z.enum([
    'membershipBegan',
    'planChanged',
    'membershipCancelled',
    'membershipRenews',
    'paymentFailed',
    'trialEnds',
    'priceChanges',
    'priceStays',
  ]),
  userId: z.int(),
  subscription: z.string(),
})
export type MembershipMail = z.infer<typeof MembershipMail>

/** For a subscription or a granted membership; `trialUsed`: free days that ended at once. */
const MembershipEnded = z.object({ mail: z.enum(['membershipEnded', 'trialUsed']), userId: z.int() })
export type MembershipEnded = z.infer<typeof MembershipEnded>

const LegalMail = z.object({
  mail: z.literal('legalChange'),
  document: z.enum(['terms', 'privacy']),
  effective: z.iso.date(),
  userId: z.int(),
})
/** Of a version that will hold. */
export type LegalMail = z.infer<typeof LegalMail>

const TesterMail = z.object({ mail: z.literal('testerWelcome'), userId: z.int() })
export type TesterMail = z.infer<typeof TesterMail>

const PromotionMail = z.object({ mail: z.literal('promotionEndsSoon'), promotionId: z.int() })
export type PromotionMail = z.infer<typeof PromotionMail>

const FileMail = z.object({
  mail: z.enum(['fileMade', 'fileFailed']),
  userId: z.int(),
  clip: z.int(),
  kind: z.enum(FILE_KINDS),
})
/** To a member who has waited for a file. */
export type FileMail = z.infer<typeof FileMail>

const ContactMail = z.object({
  mail: z.literal('contact'),
  name: z.string(),
  email: z.string(),
  topic: z.enum(CONTACT_TOPICS),
  clip: z.optional(z.int()),
  message: z.string(),
  locale: localeSchema,
})
/** A visitor's message to the operator. */
export type ContactMail = z.infer<typeof ContactMail>

const OperatorMail = z.object({
  mail: z.enum(['backupTrouble', 'hookTrouble']),
  /** `damaged`: the site's own database; `unproven`: the newest backup; `hookOff`: a webhook's address is turned off. */
  trouble: z.enum(['damaged', 'unproven', 'hookOff']),
  fault: z.string(),
  at: z.iso.datetime(),
})
/** To the operator. */
export type OperatorMail = z.infer<typeof OperatorMail>

/** A mail that is written when it is sent. Contains no secret. */
export const MailOrder = z.union([
  AccountMail,
  MembershipMail,
  MembershipEnded,
  TesterMail,
  LegalMail,
  PromotionMail,
  FileMail,
  ContactMail,
  OperatorMail,
])
export type MailOrder = z.infer<typeof MailOrder>

export const MAIL_KIND = 'mail'

/** Queues a mail in the caller's transaction; the mail job writes and sends it. */
export function queueMail(trx: Db, order: MailOrder): Promise<void> {
  const once = onceKey(order)
  return queueJob(trx, { kind: MAIL_KIND, payload: order, ...(once && { once }) })
}

/** Orders for the same mail wait only once. */
function onceKey(order: MailOrder): string | undefined {
  if (order.mail === 'verifyEmail') return `mail:verifyEmail:${order.userId}`
  if (order.mail === 'resetPassword') return `mail:resetPassword:${order.email}`
  if (order.mail === 'membershipEnded') return `mail:membershipEnded:${order.userId}`
  if (order.mail === 'promotionEndsSoon') return `mail:promotionEndsSoon:${order.promotionId}`
  return undefined
}
