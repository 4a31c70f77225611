import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Role } from '#domain/membership/membership.ts'
import type { FactorKind } from '#domain/people/proof.ts'
import type { AuditKind } from '#domain/studio/audit-kinds.ts'
import type { Flag, Instant, JsonText } from './column-types.ts'

export interface AccountTables {
  users: {
    /** Always generated; id 1 is the first admin's, which only insertAdmin() writes. */
    id: GeneratedAlways<number>
    name: string
    /** As the person typed it; mail goes here. */
    email: string
    /** NFKC and lower case; one account per address. */
    email_normalised: string
    /** A new address that waits for confirmation. */
    new_email: string | null
    /** PHC string, `$argon2id$…`. */
    password_hash: string
    /** Language of our mails. */
    locale: ColumnType<'en' | 'ja', 'en' | 'ja' | undefined, 'en' | 'ja'>
    early_pilot: ColumnType<Flag, Flag | undefined, Flag>
    survey_occupation: string | null
    email_verified_at: Instant | null
    /** Granted by the operator; independent of payments. */
    granted_membership: 'pro' | 'early_adopter' | null
    /** Null: no end. */
    granted_until: Instant | null
    /** Null: not suspended. */
    suspended_at: Instant | null
    /** In the admin's words. */
    suspended_reason: string | null
    role: ColumnType<Role | null, Role | null | undefined, Role | null>
    created: Instant
  }

  /** A refresh family: one sign-in on one device, from login to logout. */
  sessions: {
    /** Random, the first part of the refresh token. */
    id: string
    user_id: number
    /** Generation of the valid refresh token. */
    generation: ColumnType<number, number | undefined, number>
    /** SHA-256 (hex) of that token's secret part, so that a leaked row yields no token. */
    token_hash: string
    /** Random. Mixed into each successor, so that a leaked old token yields no newer one. */
    secret: string
    user_agent: string
    created: Instant
    rotated_at: Instant
    /** Idle expiry; each rotation moves it. */
    expires_at: Instant
    /** Fixed at sign-in. */
    absolute_expires_at: Instant
    revoked_at: Instant | null
    revoked_reason: 'logout' | 'everywhere' | 'reuse' | 'password' | 'email' | 'factor' | 'operator' | null
    /** When the password was last given in this session; null: never, or before it was noted. */
    password_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
    /** When a second factor was last given; null with `factor`. */
    factor_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
    factor: ColumnType<FactorKind | null, FactorKind | null | undefined, FactorKind | null>
  }

  access_tokens: {
    /** SHA-256 of the token, hex. */
    token_hash: string
    session_id: string
    user_id: number
    created: Instant
    expires_at: Instant
  }

  /** Tokens sent by mail, to verify an address or reset a password. */
  mail_tokens: {
    /** SHA-256 of the token, hex. */
    token_hash: string
    user_id: number
    purpose: 'verifyEmail' | 'resetPassword'
    /** The address it went to; the token is invalid unless this is the account's present or new address. */
    email: string
    created: Instant
    expires_at: Instant
    used_at: Instant | null
  }

  /** Devices on which somebody has signed in: failed sign-ins elsewhere do not lock them out. */
  known_devices: {
    /** SHA-256 (hex) of the secret in the device's cookie. */
    secret_hash: string
    user_id: number
    /** The sign-in that made it known; ending that session from another device forgets it. The row may be gone. */
    session_id: string
    created: Instant
    expires_at: Instant
  }

  /** Keys for programs. */
  api_keys: {
    id: Generated<number>
    user_id: number
    /** SHA-256 of the key, hex. */
    key_hash: string
    /** The owner's name for it. */
    name: string
    /** JSON array of KeyScope. */
    scopes: JsonText
    created: Instant
    /** Null: no end. */
    expires_at: Instant | null
    last_used: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
    /** When it was revoked; null: it was not. */
    ended_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
  }

  passkeys: {
    /** Credential id, base64url. */
    id: string
    user_id: number
    /** COSE key, base64url. */
    public_key: string
    /** Uses, as the authenticator counts them; always 0 if it does not count. */
    counter: number
    /** JSON array of text, as reported by the browser. */
    transports: JsonText
    /** The owner's name for it. */
    name: string
    created: Instant
    last_used: Instant | null
  }

  /** One per account. */
  authenticator_apps: {
    user_id: number
    /** See accounts/factors/sealed-secrets.ts. */
    sealed_secret: string
    /** The 30-second step of the last accepted code: neither it nor an earlier one is accepted again. */
    last_step: ColumnType<number, number | undefined, number>
    created: Instant
    /** Null until the first code was right: until then it is no factor. */
    confirmed_at: Instant | null
    last_used: Instant | null
  }

  /** Unused ones; using one deletes its row. */
  recovery_codes: {
    /** SHA-256 (hex) of the account and the code. */
    code_hash: string
    user_id: number
    created: Instant
  }

  /** The challenge for a passkey, or a sign-in that waits for its second factor. Using one deletes its row. */
  factor_challenges: {
    /** SHA-256 (hex) of the challenge. */
    challenge_hash: string
    purpose: 'signIn' | 'passkey' | 'register' | 'proof'
    /** Null for a passkey that signs in alone: the answer says whose it is. */
    user_id: number | null
    /** The session that asked, if signed in. */
    session_id: string | null
    expires_at: Instant
  }

  /** Counters that all servers share; with SQLite they are in memory instead. */
  rate_limits: {
    /** Hashed, so that no e-mail or IP address is kept. */
    key: string
    points: number
    /** Milliseconds since 1970. */
    expire: number | null
  }

  /** The index likes_by_source counts a source's likes. */
  likes: {
    user_id: number
    source_id: number
    created: Instant
  }

  tester_keys: {
    id: Generated<number>
    /** Plain text, since the operator lists and shares it. */
    key: string
    /** The person or group it is for. */
    label: string
    created: Instant
    revoked_at: Instant | null
  }

  /** Exactly one row. A spot is claimed by `UPDATE … SET taken = taken + 1 WHERE taken < total`, never by counting. */
  tester_spots: {
    id: 1
    taken: number
    total: number
  }

  testers: {
    user_id: number
    key_id: number | null
    claimed_at: Instant
    /** Cancelled by the person; the spot stays taken. */
    ended_at: Instant | null
  }

  activities: {
    id: Generated<number>
    user_id: number | null
    label: string
    meta: JsonText
    created: Instant
  }

  /** Who did what to what. The database refuses to change or delete a row. */
  audit_records: {
    id: Generated<number>
    /** `cli`, `stripe`, `schedule`, or `user:1`. */
    actor: string
    action: string
    kind: ColumnType<AuditKind, AuditKind | undefined, never>
    /** Such as `clip:12`; see auditSubject(). */
    subject: ColumnType<string | null, string | null | undefined, never>
    /** The account it was about; null also after its deletion. */
    user_id: number | null
    detail: JsonText
    created: Instant
  }
}
