import * as z from 'zod/mini'
import { PASSWORD_MAX, RegisterInput } from '../accounts/accounts.ts'
import { PLAIN_LINE } from '../plain-text.ts'

/** What a new shop is given after its first admin, in this order. Each can be left for later. */
export const SETUP_STEPS = ['look', 'factor', 'mail', 'stripe', 'files'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

const { name, email, password } = RegisterInput.shape

/** Body of `POST /api/setup`. Codes of field problems as in RegisterInput. */
export const SetupInput = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'empty'), z.maxLength(PASSWORD_MAX)),
  /** The shop's name. */
  shop: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'empty'),
      z.maxLength(100, 'nameTooLong'),
      z.regex(PLAIN_LINE, 'nameInvalid'),
      z.regex(/^[^<>]*$/, 'nameInvalid'),
    ),
  /** Languages that the shop shows. */
  shown: z.enum(['both', 'en', 'ja']),
  /** Of the admin's mails. */
  locale: z.enum(['en', 'ja']),
  ...{ name, email, password },
})
export type SetupInput = z.infer<typeof SetupInput>

/** What is still to do; empty for a shop that has it all, or is older than the setup. */
export const OpenSteps = z.object({ steps: z.array(z.enum(SETUP_STEPS)) })
export type OpenSteps = z.infer<typeof OpenSteps>

export const StepPath = z.object({ step: z.enum(SETUP_STEPS) })

/** Why a mail was not sent. */
export const MAIL_PROBLEMS = ['kept', 'unreachable', 'signIn', 'tls', 'sender', 'other'] as const
export type MailProblem = (typeof MAIL_PROBLEMS)[number]

export const TestMail = z.object({
  to: z.string(),
  /** Null: the mail server has taken it. */
  problem: z.nullable(z.enum(MAIL_PROBLEMS)),
  /** What the mail server said, in a few words. */
  detail: z.string(),
})
export type TestMail = z.infer<typeof TestMail>
