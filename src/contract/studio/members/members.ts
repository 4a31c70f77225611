import * as z from 'zod/mini'
import { GIVEN_ROLES, MEMBERSHIPS, ROLES } from '#domain/membership/membership.ts'
import { GRANTS, MEMBER_GROUPS, MEMBER_ORDERS, MEMBER_REASONS } from '#domain/studio/member-filters.ts'
import { Session } from '../../accounts/accounts.ts'
import { MembershipState } from '../../billing/billing.ts'
import { PLAIN_LINE } from '../../plain-text.ts'
import { LogEntry } from '../operation/log.ts'

/** Whom to list; absent fields do not filter. */
export const MemberFilter = z.object({
  /** A part of the name or e-mail address, or the whole address, or the id. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(254), z.regex(PLAIN_LINE, 'badText'))),
  group: z.optional(z.enum(MEMBER_GROUPS)),
  reason: z.optional(z.enum(MEMBER_REASONS)),
})
export type MemberFilter = z.infer<typeof MemberFilter>

/** `after`: the id after which the page begins, as `next` of the page before. */
export const MemberQuery = z.extend(MemberFilter, {
  order: z._default(z.optional(z.enum(MEMBER_ORDERS)), 'newest'),
  after: z.optional(z.coerce.number().check(z.int(), z.positive())),
})
export type MemberQuery = z.infer<typeof MemberQuery>

export const MemberLine = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  membership: z.enum(MEMBERSHIPS),
  role: z.nullable(z.enum(ROLES)),
  is_admin: z.boolean(),
  suspended: z.boolean(),
  /** What gives access, or did until a card failed. */
  reasons: z.array(z.enum(MEMBER_REASONS)),
  created: z.iso.datetime(),
})
export type MemberLine = z.infer<typeof MemberLine>

export const MemberPage = z.object({
  members: z.array(MemberLine),
  /** A page may be short, even empty, and not be the last: a search reads some ten thousand accounts at a time. */
  next: z.nullable(z.int()),
})
export type MemberPage = z.infer<typeof MemberPage>

const Subscription = z.object({
  id: z.string(),
  status: z.string(),
  plan: z.string(),
  /** In the currency's smallest unit; null if unknown. */
  amount: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  current_period_end: z.iso.datetime(),
  cancel_at_period_end: z.boolean(),
  ended_at: z.nullable(z.iso.datetime()),
  end_reason: z.nullable(z.string()),
})

/** One member, with the grounds of the membership. Has no password, token or card. */
export const MemberDetails = z.extend(MemberLine, {
  /** Since when nobody can sign in, and why, in the admin's words. */
  suspension: z.nullable(z.object({ at: z.iso.datetime(), reason: z.string() })),
  /** Waits for confirmation. */
  new_email: z.nullable(z.string()),
  locale: z.enum(['en', 'ja']),
  state: MembershipState,
  subscriptions: z.array(Subscription),
  grant: z.nullable(
    z.object({ membership: z.enum(GRANTS), until: z.nullable(z.iso.datetime()), ended: z.boolean() }),
  ),
  tester: z.nullable(
    z.object({
      claimed_at: z.iso.datetime(),
      ended_at: z.nullable(z.iso.datetime()),
      label: z.nullable(z.string()),
    }),
  ),
  licences: z.object({ count: z.int(), last: z.nullable(z.iso.datetime()) }),
  /** The newest ones. */
  sets: z.array(
    z.object({
      kind: z.enum(['promotion', 'collection']),
      id: z.string(),
      name: z.string(),
      url: z.string(),
    }),
  ),
  /** Live ones, last used first. */
  sessions: z.array(Session),
  /** The newest log entries about this account. */
  history: z.array(LogEntry),
  /** Pages of Stripe's dashboard. */
  customers: z.array(z.object({ id: z.string(), url: z.string() })),
})
export type MemberDetails = z.infer<typeof MemberDetails>

export const MemberPath = z.object({ id: z.coerce.number().check(z.int(), z.positive()) })

/** `membership` null: revoked. `until` null: without end. */
export const GrantInput = z.object({
  membership: z.nullable(z.enum(GRANTS)),
  until: z._default(z.nullable(z.iso.datetime()), null),
})
export type GrantInput = z.infer<typeof GrantInput>

/** `payments` go on or are cancelled. Null ends the suspension. */
export const SuspensionInput = z.object({
  suspension: z.nullable(
    z.object({
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500), z.regex(PLAIN_LINE)),
      payments: z.enum(['keep', 'cancel']),
    }),
  ),
})
export type SuspensionInput = z.infer<typeof SuspensionInput>

/** The account's e-mail address confirms. */
export const MemberDeletion = z.object({ typed: z.string().check(z.maxLength(254)) })

export const RoleInput = z.object({ role: z.nullable(z.enum(GIVEN_ROLES)) })
export type RoleInput = z.infer<typeof RoleInput>

export const MemberMailInput = z.object({ mail: z.enum(['password', 'verification']) })
export type MemberMailInput = z.infer<typeof MemberMailInput>
