import { expect, test } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import * as calls from './accounts/account-calls.ts'
import { DeleteAccountInput, RegisterInput } from './accounts/accounts.ts'
import { syncPayment } from './billing/billing-calls.ts'
import { LicenceParams } from './clips/downloads.ts'
import { extendPromotion } from './sets/set-calls.ts'
import { PromotionInput } from './sets/sets.ts'

const person = { name: 'Aoi', email: 'aoi@example.com', password: 'nagareru' }
const set = { promo_name: 'Autumn', source_ids: [1] }

const INPUTS: [name: string, schema: ZodMiniType, taken: unknown[], refused: unknown[]][] = [
  [
    'a registration',
    RegisterInput,
    [
      person,
      { ...person, name: '葵衣', email: ' 流れ@例え.jp ', password: 'あ'.repeat(256), earlyPilot: true },
      { ...person, locale: 'ja' },
    ],
    [
      ...['A', ' A ', 'a'.repeat(121), 'A\nB', 'A\u0000B', '\u2066Aoi\u2069', 7].map((name) => ({
        ...person,
        name,
      })),
      ...[
        '',
        'aoi',
        '@example.com',
        'aoi@',
        'a@b@c',
        'Aoi <aoi@example.com>',
        'a b@c',
        'a@b\r\nBcc: c',
        '\u202eaoi@b.jp',
      ].map((email) => ({ ...person, email })),
      { ...person, email: `${'a'.repeat(250)}@b.jp` },
      ...['nagarer', 'a'.repeat(257)].map((password) => ({ ...person, password })),
      { ...person, locale: 'fr' },
      { ...person, earlyPilot: 'yes' },
    ],
  ],
  [
    'a refresh',
    calls.refresh.body,
    [{ refresh_token: 'a' }],
    ['', 'a'.repeat(301)].map((refresh_token) => ({ refresh_token })),
  ],
  ['a farewell', DeleteAccountInput, [{ password: 'a' }], [{}, { password: 'a'.repeat(257) }]],
  ['the survey', calls.answerSurvey.body, [{ occupation: 'Teacher' }], [{ occupation: 'teacher' }, {}]],
  [
    'a promotion',
    PromotionInput,
    [set, { ...set, expires_in_days: 1 }, { ...set, expires_in_days: 90 }],
    [
      ...[0, 91, 1.5, -1, '7'].map((expires_in_days) => ({ ...set, expires_in_days })),
      ...[[0], [-1], [1.5], ['1'], 1].map((source_ids) => ({ ...set, source_ids })),
    ],
  ],
  [
    'an extension',
    extendPromotion.body,
    [{ expires_in_days: 90 }],
    [{}, { expires_in_days: 91 }, { expires_in_days: 0 }],
  ],
  // Both become part of a path at Stripe or here.
  [
    'a checkout',
    syncPayment.body,
    [{ session_id: 'cs_test_a1B2' }],
    ['', 'cs_', 'sub_1', 'cs_a/../../customers/cus_1', 'cs_a?expand=x', 'x cs_a', 'cs_a\n'].map(
      (session_id) => ({
        session_id,
      }),
    ),
  ],
  [
    'a licence',
    LicenceParams,
    [{ id: 'A'.repeat(20) }],
    ['', 'A'.repeat(15), '../'.repeat(6)].map((id) => ({ id })),
  ],
]

test.each(INPUTS)('%s is accepted or refused by its rules', (_, schema, taken, refused) => {
  for (const input of taken) expect(schema.safeParse(input).success, JSON.stringify(input)).toBe(true)
  for (const input of refused) expect(schema.safeParse(input).success, JSON.stringify(input)).toBe(false)
})
