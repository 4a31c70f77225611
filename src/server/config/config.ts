import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Claims } from '#domain/clips/claims.ts'
import { PAGE_SIZE } from '#domain/clips/paging.ts'
import { ANALYTICS_SETTINGS, type Analytics, analyticsOf } from './analytics-settings.ts'
import { BACKUP_SETTINGS } from './backup-settings.ts'
import { CLAIM_SETTINGS, claimsOf } from './claim-settings.ts'
import { type MailConfig, mailConfig, mailFrom, smtpUrl } from './mail-config.ts'
import { onOrOff } from './on-or-off.ts'
import {
  PAYMENT_SETTINGS,
  type PaymentsConfig,
  type PaymentsMode,
  paymentProblems,
  paymentsConfig,
} from './payments-config.ts'
import { SELLER_SETTINGS, type Seller, sellerOf } from './seller-settings.ts'
import { UPLOAD_SETTINGS, type UploadsConfig, uploadsOf } from './upload-settings.ts'

export type DatabaseConfig =
  | { engine: 'sqlite'; file: string }
  | {
      engine: 'postgres'
      url: string
      poolSize: number
      /** Time limit of a statement; default: the one for interactive requests. */
      statementMs?: number
    }

export type StorageConfig =
  | {
      driver: 'disk'
      root: string
      /** nginx sends the bytes after this server has allowed them. */
      delivery?: 'nginx'
    }
  | {
      driver: 's3'
      bucket: string
      region: string
      endpoint?: URL
      pathStyle: boolean
      prefix: string
      /** Who sends full films: this server, which keeps checking rights, or the bucket, by a presigned URL. */
      delivery: 'proxy' | 'redirect'
    }

const LOG_ADDRESSES = ['none', 'short', 'full'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What pages and mails say of the shop, and promise of it. */
export interface Site {
  name: string
  url: URL
  clipsPerPage: number
  /** The pages' claims about the library. */
  claims: Claims
  /** Which names browsers may reach by https only: this one, its subdomains, or also before the first visit. */
  hsts: 'on' | 'off' | 'subdomains' | 'preload'
  /** Whether new members are asked for their occupation. */
  signupSurvey: boolean
  /** `formUrl` is on another site; `security` is a URI for reports of vulnerabilities, if not by `email`. */
  contact: { email: string; formUrl?: string; security?: string }
  /** `off`: nothing is sold; `test`: no real money is paid, and pages say so. */
  payments: PaymentsMode
  /** Stripe's public key for browsers. */
  stripePublishableKey?: string
  /** For the legal notice; absent when not configured. */
  seller?: Seller
  /** Absent when analytics are off. */
  analytics?: Analytics
}

export interface Config {
  dataDir: string
  database: DatabaseConfig
  storage: StorageConfig
  /** Newest first: the first signs, all verify. */
  mediaKeys: readonly string[]
  mail: MailConfig
  uploads: UploadsConfig
  /** Without a target the server makes no backups by itself. */
  backup: { target?: StorageConfig; at: string; keep: number }
  payments: PaymentsConfig
  site: Site
  listen: { host: string; port: number }
  /** Processes that render public pages under load; `auto`: one per core. */
  renderers: number | 'auto'
  /** Where `/metrics` listens; absent: nowhere. */
  metrics?: { host: string; port: number }
  /** Milliseconds from which the log says where a request's time went. */
  slowRequestMs: number
  /** Whether `X-Forwarded-For`, `X-Request-Id` and `traceparent` are trusted. */
  trustProxy: boolean
  /** Client addresses in the log: none, the network, or the whole address. */
  logAddresses: (typeof LOG_ADDRESSES)[number]
  logLevel: (typeof LOG_LEVELS)[number]
}

/** One line per setting that is missing or wrong. Never contains a value. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const MEDIA_KEY = /^[A-Za-z0-9_-]{32,}$/

const text = (error: string) => z.string({ error: 'is missing' }).regex(/^[^\p{Cc}<>]{1,100}$/u, error)

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)

const siteUrl = z
  .string({ error: 'is missing: the address that visitors type, such as https://nagare.example' })
  .transform((value, context) => {
    const url = URL.parse(value)
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username)
      return url
    context.addIssue({ code: 'custom', message: 'must be an http(s) address without a path' })
    return z.NEVER
  })

const databaseUrl = z.string().transform((value, context) => {
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))
    return { engine: 'postgres' as const, url: value }
  if (value.startsWith('sqlite:') && value.length > 7)
    return { engine: 'sqlite' as const, file: value.slice(7) }
  context.addIssue({ code: 'custom', message: 'must be postgres://… or sqlite:PATH' })
  return z.NEVER
})

const storageUrl = z.string().transform((value, context): StorageConfig => {
  if (value.startsWith('file:') && value.length > 5) return { driver: 'disk', root: resolve(value.slice(5)) }
  const s3 = value.startsWith('s3://') ? s3Config(value) : undefined
  if (s3) return s3
  context.addIssue({
    code: 'custom',
    message: 'must be file:PATH or s3://BUCKET/PREFIX?region=…&endpoint=…&style=path|host',
  })
  return z.NEVER
})

/** Parses a command's target: a folder, `file:PATH` or `s3://…`. @throws ConfigError */
export function storageAt(place: string): StorageConfig {
  const parsed = storageUrl.safeParse(withScheme(place))
  if (parsed.success) return parsed.data
  throw new ConfigError([`the target ${parsed.error.issues[0]?.message}`])
}

const withScheme = (place: string) => (/^(?:s3|file):/.test(place) ? place : `file:${place}`)

function s3Config(value: string): StorageConfig | undefined {
  const url = URL.parse(value)
  if (!url?.hostname) return undefined
  const endpoint = url.searchParams.get('endpoint')
  const style = url.searchParams.get('style') ?? (endpoint ? 'path' : 'host')
  if ((endpoint && !URL.canParse(endpoint)) || !/^(path|host)$/.test(style)) return undefined
  return {
    driver: 's3',
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint && { endpoint: new URL(endpoint) }),
    pathStyle: style === 'path',
    prefix: url.pathname.replace(/^\/|\/$/g, ''),
    delivery: 'proxy',
  }
}

/** Applies MEDIA_DELIVERY and the default folder. */
function storageConfig(
  storage: StorageConfig | undefined,
  { dataDir, delivery, site }: { dataDir: string; delivery: 'proxy' | 'redirect' | 'nginx'; site: URL },
): StorageConfig {
  if (storage?.driver === 's3') {
    if (delivery === 'nginx') throw new ConfigError(['MEDIA_DELIVERY nginx needs a folder in STORAGE_URL'])
    if (delivery === 'redirect' && site.protocol === 'https:' && isMixed(storage.endpoint))
      throw new ConfigError([
        'MEDIA_DELIVERY redirect needs an https endpoint in STORAGE_URL: on an https site browsers block films from http',
      ])
    return { ...storage, delivery }
  }
  if (delivery === 'redirect')
    throw new ConfigError(['MEDIA_DELIVERY redirect needs a bucket in STORAGE_URL'])
  const folder = storage ?? { driver: 'disk', root: join(dataDir, 'media') }
  return delivery === 'nginx' ? { ...folder, delivery } : folder
}

/** Whether pages over https may not read from there; browsers trust this machine. */
function isMixed(endpoint: URL | undefined): boolean {
  const isHere = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(endpoint?.hostname ?? '')
  return endpoint?.protocol === 'http:' && !isHere
}

const mediaKeys = z
  .string({
    error: 'is missing: one or two random keys of at least 32 letters or digits, newest first, with a comma',
  })
  .transform((value) => value.split(',').map((key) => key.trim()))
  .refine((keys) => keys.length <= 2 && keys.every((key) => MEDIA_KEY.test(key)), {
    error:
      'must be one or two keys of at least 32 letters or digits (A-Z a-z 0-9 _ -), newest first, with a comma',
  })

const webPage = z
  .string()
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'must be an http(s) address')

/** A URI for security.txt. */
const securityContact = z.string().transform((value, context) => {
  if (z.email().safeParse(value).success) return `mailto:${value}`
  const url = URL.parse(value)
  if (url?.protocol === 'https:') return url.href
  context.addIssue({ code: 'custom', message: 'must be an e-mail address or an https address' })
  return z.NEVER
})

const Environment = z.object({
  SITE_URL: siteUrl,
  SITE_NAME: text('must be 1 to 100 letters').default('Nagare'),
  HOST: text('must be a host name or an address').default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4321),
  RENDERERS: z
    .union([z.literal('auto'), wholeNumber(0, 64)], 'must be auto or a whole number from 0 to 64')
    .default('auto'),
  DATA_DIR: text('must be a folder').default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: wholeNumber(1, 200).default(10),
  STORAGE_URL: storageUrl.optional(),
  BACKUP_TARGET: z.string().transform(withScheme).pipe(storageUrl).optional(),
  ...BACKUP_SETTINGS,
  MEDIA_DELIVERY: z
    .enum(['proxy', 'redirect', 'nginx'], { error: 'must be proxy, redirect or nginx' })
    .default('proxy'),
  MEDIA_KEYS: mediaKeys,
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  ...UPLOAD_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...SELLER_SETTINGS,
  ...ANALYTICS_SETTINGS,
  CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
  CONTACT_FORM_URL: webPage.optional(),
  SECURITY_CONTACT: securityContact.optional(),
  CLIPS_PER_PAGE: wholeNumber(4, 100).default(PAGE_SIZE),
  ...CLAIM_SETTINGS,
  SIGNUP_SURVEY: onOrOff('off'),
  HSTS: z
    .enum(['on', 'off', 'subdomains', 'preload'], { error: 'must be on, off, subdomains or preload' })
    .default('on'),
  TRUST_PROXY: onOrOff('off'),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: text('must be a host name or an address').default('127.0.0.1'),
  SLOW_REQUEST_MS: wholeNumber(1, 600_000).default(1000),
  LOG_ADDRESSES: z
    .enum(LOG_ADDRESSES, { error: `must be one of ${LOG_ADDRESSES.join(', ')}` })
    .default('none'),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
})

/** Every environment variable we read; .env.example lists the same. */
export const SETTINGS: readonly string[] = [...Object.keys(Environment.shape), 'FFMPEG_PATH', 'FFPROBE_PATH']

/** An empty variable counts as unset. @throws ConfigError with one line per missing or wrong setting */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(withoutEmpty(env))
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`))
  const settings = parsed.data
  const problems = paymentProblems(settings)
  if (problems.length > 0) throw new ConfigError(problems)
  const payments = paymentsConfig(settings)
  const seller = sellerOf(settings)
  const analytics = analyticsOf(settings, settings.SITE_URL)
  const dataDir = resolve(settings.DATA_DIR)
  return {
    dataDir,
    database: databaseConfig(settings.DATABASE_URL, {
      dataDir,
      poolSize: settings.DATABASE_POOL,
    }),
    storage: storageConfig(settings.STORAGE_URL, {
      dataDir,
      delivery: settings.MEDIA_DELIVERY,
      site: settings.SITE_URL,
    }),
    mediaKeys: settings.MEDIA_KEYS,
    mail: mailConfig(settings, dataDir),
    uploads: uploadsOf(settings),
    backup: {
      at: settings.BACKUP_AT,
      keep: settings.BACKUP_KEEP,
      ...(settings.BACKUP_TARGET && { target: settings.BACKUP_TARGET }),
    },
    payments,
    site: {
      name: settings.SITE_NAME,
      url: settings.SITE_URL,
      clipsPerPage: settings.CLIPS_PER_PAGE,
      claims: claimsOf(settings),
      hsts: settings.HSTS,
      signupSurvey: settings.SIGNUP_SURVEY === 'on',
      contact: {
        email: settings.CONTACT_EMAIL ?? `contact@${settings.SITE_URL.hostname}`,
        ...(settings.CONTACT_FORM_URL && { formUrl: settings.CONTACT_FORM_URL }),
        ...(settings.SECURITY_CONTACT && { security: settings.SECURITY_CONTACT }),
      },
      payments: payments.mode,
      ...(payments.mode !== 'off' &&
        settings.STRIPE_PUBLISHABLE_KEY && { stripePublishableKey: settings.STRIPE_PUBLISHABLE_KEY }),
      ...(seller && { seller }),
      ...(analytics && { analytics }),
    },
    listen: { host: settings.HOST, port: settings.PORT },
    renderers: settings.RENDERERS,
    ...(settings.METRICS_PORT !== undefined && {
      metrics: { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    }),
    slowRequestMs: settings.SLOW_REQUEST_MS,
    trustProxy: settings.TRUST_PROXY === 'on',
    logAddresses: settings.LOG_ADDRESSES,
    logLevel: settings.LOG_LEVEL,
  }
}

function databaseConfig(
  database: z.infer<typeof databaseUrl> | undefined,
  { dataDir, poolSize }: { dataDir: string; poolSize: number },
): DatabaseConfig {
  if (database?.engine === 'postgres') return { ...database, poolSize }
  return { engine: 'sqlite', file: database ? resolve(database.file) : join(dataDir, 'nagare.db') }
}

/** Defaults for settings only the server needs, so that `ingest` and `migrate` run without them. */
export function operatorEnvironment(env: Readonly<Record<string, string | undefined>>) {
  return {
    SITE_URL: 'http://localhost',
    MEDIA_KEYS: randomBytes(32).toString('base64url'),
    ...withoutEmpty(env),
  }
}

function withoutEmpty(env: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '' && value !== undefined))
}
