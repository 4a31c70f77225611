import * as z from 'zod/mini'
import { MEMBERSHIPS, ROLES } from '#domain/membership/membership.ts'
import { ACTIVITY_LABELS } from '#domain/people/activity.ts'
import { PLAIN_LINE } from '../plain-text.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256
const NAME_MIN = 2
const NAME_MAX = 120
const EMAIL_MAX = 254

/** Codes of field problems; i18n has the texts. */
const password = z
  .string()
  .check(z.minLength(PASSWORD_MIN, 'passwordTooShort'), z.maxLength(PASSWORD_MAX, 'passwordTooLong'))
const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(NAME_MIN, 'nameTooShort'),
    z.maxLength(NAME_MAX, 'nameTooLong'),
    z.regex(PLAIN_LINE, 'nameInvalid'),
  )
const email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(EMAIL_MAX, 'emailInvalid'),
    z.regex(/^[^\s\p{Cc}@<>]+@[^\s\p{Cc}@<>]+$/u, 'emailInvalid'),
    z.regex(PLAIN_LINE, 'emailInvalid'),
  )
export const localeSchema = z.enum(['en', 'ja'])

/**
 * Body of `POST /api/users`. `locale` is the language of later mails; default: the browser's. `testerKey` is an early
 * tester's key: a wrong one is refused, a valid one raises the limit.
 */
export const RegisterInput = z.object({
  name,
  email,
  password,
  earlyPilot: z._default(z.optional(z.boolean()), false),
  locale: z.optional(localeSchema),
  testerKey: z.optional(z.string().check(z.maxLength(100))),
})
export type RegisterInput = z.infer<typeof RegisterInput>

export const User = z.object({
  id: z.int(),
  name: z.string(),
  membership: z.enum(MEMBERSHIPS),
  email: z.string(),
  /** Absent for most accounts. */
  role: z.optional(z.enum(ROLES)),
})
export type User = z.infer<typeof User>

/** Answer of register, login and refresh. `expires_in`: life of the access token in seconds. */
export const SignedIn = z.object({
  status: z.literal('OK'),
  user: User,
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int(),
})
export type SignedIn = z.infer<typeof SignedIn>

/** Or the address already has an account: HTTP 200, nobody is signed in. */
export const RegisterAnswer = z.union([SignedIn, z.object({ status: z.literal('EMAIL_EXISTS') })])
export type RegisterAnswer = z.infer<typeof RegisterAnswer>

/** Answer of `GET /api/user`: the specified fields plus those of the account page. */
export const CurrentUser = z.extend(User, {
  /** The rights of the operator's account, whatever the membership. */
  is_admin: z.boolean(),
  email_verified: z.boolean(),
  /** A new address that waits for confirmation. */
  new_email: z.nullable(z.string()),
  locale: localeSchema,
  created: z.iso.datetime(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const ChangePasswordInput = z.object({
  current_password: z.string().check(z.maxLength(PASSWORD_MAX)),
  new_password: password,
})
export const ForgottenPasswordInput = z.object({ email })
export const ResetPasswordInput = z.object({ token: z.string().check(z.maxLength(300)), password })
export const DeleteAccountInput = z.object({ password: z.string().check(z.maxLength(PASSWORD_MAX)) })

export const ChangeNameInput = z.object({ name })
export const ChangeEmailInput = z.object({ email, password: z.string().check(z.maxLength(PASSWORD_MAX)) })

export const OCCUPATIONS = ['Student', 'Researcher', 'Teacher', 'Developer', 'Hobbyst', 'Other'] as const

/** One sign-in on one device. */
export const Session = z.object({
  id: z.string(),
  user_agent: z.string(),
  created: z.iso.datetime(),
  /** When its tokens were last refreshed. */
  last_used: z.iso.datetime(),
  current: z.boolean(),
})
export const SessionList = z.object({ sessions: z.array(Session) })
export type Session = z.infer<typeof Session>
export type SessionList = z.infer<typeof SessionList>

export const LikeAnswer = z.object({ status: z.literal('OK'), likes: z.int() })
export type LikeAnswer = z.infer<typeof LikeAnswer>

/** Ids of the caller's liked clips, newest like first. */
export const LikeList = z.object({ likes: z.array(z.int()) })
export type LikeList = z.infer<typeof LikeList>

const META_MAX_BYTES = 1024

export const ActivityInput = z.object({
  label: z.enum(ACTIVITY_LABELS),
  /** Flat, so that stored rows and exports are no larger than the request. */
  meta: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .check(
      z.refine(
        (meta) => new TextEncoder().encode(JSON.stringify(meta)).length <= META_MAX_BYTES,
        'must be at most 1 kB',
      ),
    ),
})
export type ActivityInput = z.infer<typeof ActivityInput>
