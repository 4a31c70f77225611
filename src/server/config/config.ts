import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { isThisMachine } from '#domain/address/this-machine.ts'
import { type Claims, UPDATES } from '#domain/clips/claims.ts'
import { isTimeZone } from '#domain/dates/time-zone.ts'
import { MAIL_SETTINGS, type MailConfig, mailConfig } from './mail-config.ts'
import { MODEL_SETTINGS, type ModelConfig, modelConfig, modelProblems } from './model-config.ts'
import {
  PAYMENT_SETTINGS,
  type PaymentsConfig,
  type PaymentsMode,
  paymentProblems,
  paymentsConfig,
} from './payments-config.ts'
import { oneOf, onOrOff, readBy, safeAddress, siteAddress, upToTwo, wholeNumber } from './setting-types.ts'
import { type StorageConfig, storageConfig, storagePlace, storageUrl } from './storage-config.ts'

export type DatabaseConfig =
  | { engine: 'sqlite'; file: string }
  | {
      engine: 'postgres'
      url: string
      poolSize: number
      /** Time limit of a statement; default: the one for interactive requests. */
      statementMs?: number
    }

const LOG_ADDRESSES = ['none', 'short', 'full'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What pages and mails say of the shop, and promise of it. Fields that the studio changes follow its settings. */
export interface Site extends MachineSite {
  /** The published settings of the shop. */
  shop: ShopSettings
  /** Path of its style sheet; undefined for our look. */
  sheet?: string | undefined
  /** Since when the shop's own terms hold; undefined while they are ours. */
  termsDay?: string | undefined
  /** For an admin who looks at the draft. */
  isDraft?: true
  name: string
  clipsPerPage: number
  /** The pages' claims about the library. */
  claims: Claims
  /** Whether new members are asked for their occupation. */
  signupSurvey: boolean
  /** `formUrl` is on another site. */
  contact: { email: string; formUrl?: string | undefined }
  /** As Japan's Act on Specified Commercial Transactions requires it to be shown; absent: there is no legal notice. */
  seller?:
    | {
        name: string
        representative?: string | undefined
        address?: string | undefined
        phone?: string | undefined
      }
    | undefined
}

/** The part of a site that its machine decides. */
type MachineSite = ReturnType<typeof machineSite>

export interface Config {
  dataDir: string
  database: DatabaseConfig
  storage: StorageConfig
  /** Newest first: the first signs, all verify. */
  mediaKeys: readonly string[]
  mail: MailConfig
  uploads: {
    /** Bytes of one file. */
    maxBytes: number
    /** Bytes of all files that are being sent or wait for a worker. */
    totalBytes: number
    /** Whether originals of clips are kept. */
    keepOriginals: boolean
    /** Whether this server starts a worker of its own. */
    worker: boolean
  }
  /** Bytes of files that are made on demand; those that nobody took for longest go first. */
  renditionBytes: number
  /** Without a target the server makes no backups by itself. `at`: HH:MM in the server's time zone. */
  backup: { target?: StorageConfig | undefined; at: string; keep: number }
  payments: PaymentsConfig
  /** Hosts to which webhooks may be sent although they are not public, or without https. */
  privateReceivers: readonly string[]
  /** Proposes texts for clips; absent: nothing is sent to a model. */
  model?: ModelConfig | undefined
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

const text = (error: string) => z.string().regex(/^[^\p{Cc}<>]{1,100}$/u, error)

const line = z.string().regex(/^[^\p{Cc}<>]{1,200}$/u, 'must be one line of 1 to 200 letters')

function databaseOf(value: string) {
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))
    return { engine: 'postgres' as const, url: value }
  if (value.startsWith('sqlite:') && value.length > 7)
    return { engine: 'sqlite' as const, file: value.slice(7) }
  return undefined
}

const UNITS = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

/** `200 GB`, `500MB` or bytes. */
function bytesOf(value: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,15})\s*(KB|MB|GB|TB)?$/i.exec(value) ?? []
  const bytes = Number(number) * UNITS[unit.toUpperCase() as keyof typeof UNITS]
  return bytes >= 1 && bytes <= Number.MAX_SAFE_INTEGER ? bytes : undefined
}

const byteSize = readBy(bytesOf, 'must be a size such as 500 MB or 10 GB')

/** `a.example, 10.0.0.7, [::1]`, as URLs write hosts. */
function hostsOf(value: string): string[] | undefined {
  const hosts = value.split(',').map((host) => host.trim().toLowerCase())
  return hosts.every((host) => /^(?:[\w.-]+|\[[\da-f:]+\])$/.test(host)) ? hosts : undefined
}

/** A URI for security.txt. */
function securityContact(value: string): string | undefined {
  if (z.email().safeParse(value).success) return `mailto:${value}`
  const url = URL.parse(value)
  return url?.protocol === 'https:' ? url.href : undefined
}

/** Variables that only start a shop: its first published version replaces them. Section and field of its settings. */
const SHOP_START = {
  SITE_NAME: ['identity', 'name'],
  CONTACT_EMAIL: ['contact', 'email'],
  CONTACT_FORM_URL: ['contact', 'formUrl'],
  CLAIMED_CLIPS: ['claims', 'clips'],
  CLAIMED_UPDATES: ['claims', 'updates'],
  CLAIMED_RESOLUTION: ['claims', 'resolution'],
  CLIPS_PER_PAGE: ['visitors', 'clipsPerPage'],
  SIGNUP_SURVEY: ['visitors', 'signupSurvey'],
  SELLER_NAME: ['seller', 'name'],
  SELLER_REPRESENTATIVE: ['seller', 'representative'],
  SELLER_ADDRESS: ['seller', 'address'],
  SELLER_PHONE: ['seller', 'phone'],
  STRIPE_INVOICE_FOOTER: ['seller', 'invoiceFooter'],
} as const

/** Names of the variables that only start a shop. */
export const SHOP_SETTINGS: readonly string[] = Object.keys(SHOP_START)

const Environment = z.object({
  SITE_URL: readBy(
    siteAddress,
    'must be an http(s) address without a path',
    'is missing: the address that visitors type, such as https://nagare.example',
  ),
  SITE_NAME: text('must be 1 to 100 letters').optional(),
  HOST: text('must be a host name or an address').default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4321),
  RENDERERS: z
    .union([z.literal('auto'), wholeNumber(0, 64)], 'must be auto or a whole number from 0 to 64')
    .default('auto'),
  DATA_DIR: text('must be a folder').default('./data'),
  DATABASE_URL: readBy(databaseOf, 'must be postgres://… or sqlite:PATH').optional(),
  DATABASE_POOL: wholeNumber(1, 200).default(10),
  STORAGE_URL: storageUrl.optional(),
  BACKUP_TARGET: storagePlace.optional(),
  BACKUP_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 04:00')
    .default('04:00'),
  BACKUP_KEEP: wholeNumber(1, 9999).default(30),
  MEDIA_DELIVERY: z.enum(['proxy', 'redirect', 'nginx'], 'must be proxy, redirect or nginx').default('proxy'),
  MEDIA_KEYS: upToTwo(
    /^[A-Za-z0-9_-]{32,}$/,
    'must be one or two keys of at least 32 letters or digits (A-Z a-z 0-9 _ -), newest first, with a comma',
    'is missing: one or two random keys of at least 32 letters or digits, newest first, with a comma',
  ),
  ...MAIL_SETTINGS,
  UPLOAD_MAX_BYTES: byteSize.default(10e9),
  UPLOAD_TOTAL_BYTES: byteSize.default(200e9),
  KEEP_ORIGINALS: onOrOff('on'),
  WORKER: onOrOff('on'),
  MADE_FILES_BYTES: byteSize.default(50e9),
  ...PAYMENT_SETTINGS,
  ...MODEL_SETTINGS,
  WEBHOOK_PRIVATE_HOSTS: readBy(hostsOf, 'must be host names or addresses, with commas').default([]),
  SELLER_NAME: line.optional(),
  SELLER_REPRESENTATIVE: line.optional(),
  SELLER_ADDRESS: line.optional(),
  SELLER_PHONE: z
    .string()
    .regex(/^\+?[\d() -]{5,30}$/, 'must be a telephone number')
    .optional(),
  POSTHOG_KEY: z
    .string()
    // This key is sent to every visitor; personal keys, phx_…, are secret.
    .regex(/^phc_[A-Za-z0-9_-]{8,250}$/, 'must be the key of a project, which begins with phc_')
    .optional(),
  POSTHOG_HOST: readBy(
    (value) => safeAddress(value)?.origin,
    'must be an https address without a path',
  ).default('https://us.i.posthog.com'),
  CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
  CONTACT_FORM_URL: z
    .string()
    .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'must be an http(s) address')
    .optional(),
  SECURITY_CONTACT: readBy(securityContact, 'must be an e-mail address or an https address').optional(),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Tokyo').default('UTC'),
  CLIPS_PER_PAGE: wholeNumber(4, 100).optional(),
  CLAIMED_CLIPS: wholeNumber(1, 9_999_999).optional(),
  CLAIMED_UPDATES: oneOf(UPDATES).optional(),
  CLAIMED_RESOLUTION: z
    .string()
    .regex(/^\d{3,4}p$/, 'must be a number of lines, such as 1080p')
    .optional(),
  SIGNUP_SURVEY: onOrOff('off'),
  EDITORS_DELETE: onOrOff('off'),
  HSTS: z
    .enum(['on', 'off', 'subdomains', 'preload'], 'must be on, off, subdomains or preload')
    .default('on'),
  TRUST_PROXY: onOrOff('off'),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: text('must be a host name or an address').default('127.0.0.1'),
  SLOW_REQUEST_MS: wholeNumber(1, 600_000).default(1000),
  LOG_ADDRESSES: oneOf(LOG_ADDRESSES).default('none'),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
})
type Settings = z.infer<typeof Environment>

/** Every environment variable we read; .env.example lists the same. */
export const SETTINGS: readonly string[] = [...Object.keys(Environment.shape), 'FFMPEG_PATH', 'FFPROBE_PATH']

/** An empty variable counts as unset. @throws ConfigError with one line per missing or wrong setting */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(withoutEmpty(env))
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`))
  const settings = parsed.data
  const dataDir = resolve(settings.DATA_DIR)
  const storage = storageConfig(settings, dataDir)
  const problems = [
    ...paymentProblems(settings),
    ...modelProblems(settings),
    ...(typeof storage === 'string' ? [storage] : []),
  ]
  if (typeof storage === 'string' || problems.length > 0) throw new ConfigError(problems)
  const payments = paymentsConfig(settings)
  const { METRICS_PORT: metricsPort } = settings
  return {
    dataDir,
    database: databaseConfig(settings, dataDir),
    storage,
    mediaKeys: settings.MEDIA_KEYS,
    mail: mailConfig(settings, dataDir),
    uploads: {
      maxBytes: settings.UPLOAD_MAX_BYTES,
      totalBytes: settings.UPLOAD_TOTAL_BYTES,
      keepOriginals: settings.KEEP_ORIGINALS,
      worker: settings.WORKER,
    },
    renditionBytes: settings.MADE_FILES_BYTES,
    backup: { at: settings.BACKUP_AT, keep: settings.BACKUP_KEEP, target: settings.BACKUP_TARGET },
    payments,
    privateReceivers: settings.WEBHOOK_PRIVATE_HOSTS,
    model: modelConfig(settings),
    site: siteWith(machineSite(settings, payments.mode), startOf(settings)),
    listen: { host: settings.HOST, port: settings.PORT },
    renderers: settings.RENDERERS,
    ...(metricsPort !== undefined && { metrics: { host: settings.METRICS_HOST, port: metricsPort } }),
    slowRequestMs: settings.SLOW_REQUEST_MS,
    trustProxy: settings.TRUST_PROXY,
    logAddresses: settings.LOG_ADDRESSES,
    logLevel: settings.LOG_LEVEL,
  }
}

function databaseConfig({ DATABASE_URL: given, DATABASE_POOL }: Settings, dataDir: string): DatabaseConfig {
  if (given?.engine === 'postgres') return { ...given, poolSize: DATABASE_POOL }
  return { engine: 'sqlite', file: given ? resolve(given.file) : join(dataDir, 'nagare.db') }
}

function machineSite(settings: Settings, payments: PaymentsMode) {
  const { SITE_URL: url, POSTHOG_KEY: key } = settings
  return {
    url,
    /** Days of charts and sheets are those of this zone, and times of publication. Such as `Asia/Tokyo`. */
    timeZone: settings.TIME_ZONE,
    /** Which names browsers may reach by https only: this one, its subdomains, or also before the first visit. */
    hsts: settings.HSTS,
    /** Whether editors, too, may delete clips for good. */
    editorsDelete: settings.EDITORS_DELETE,
    /** `off`: nothing is sold; `test`: no real money is paid, and pages say so. */
    payments,
    /** Stripe's public key for browsers. */
    stripePublishableKey: payments === 'off' ? undefined : settings.STRIPE_PUBLISHABLE_KEY,
    /** A URI for reports of vulnerabilities, if not by the shop's e-mail. */
    securityContact: settings.SECURITY_CONTACT,
    /** PostHog's origin, and the project's public key. Developers' clicks are not counted. */
    ...(key && !isThisMachine(url.hostname) && { analytics: { key, host: settings.POSTHOG_HOST } }),
  }
}

/** A site with other settings of its shop. */
export function siteWith(machine: MachineSite, shop: ShopSettings): Site {
  const { identity, contact, claims, visitors, seller } = shop
  return {
    ...machine,
    shop,
    name: identity.name,
    claims,
    ...visitors,
    contact: {
      email: contact.email || `contact@${machine.url.hostname}`,
      formUrl: contact.formUrl || undefined,
    },
    seller: seller.name
      ? {
          name: seller.name,
          representative: seller.representative || undefined,
          address: seller.address || undefined,
          phone: seller.phone || undefined,
        }
      : undefined,
  }
}

/** The shop before its first version: the default, with what the environment says. */
function startOf(settings: Settings): ShopSettings {
  const shop = structuredClone(DEFAULT_SHOP)
  for (const [name, [section, field]] of Object.entries(SHOP_START)) {
    const value = settings[name as keyof typeof SHOP_START]
    if (value !== undefined) Object.assign(shop[section], { [field]: value })
  }
  return shop
}

/** Parses a command's target: a folder, `file:PATH` or `s3://…`. @throws ConfigError */
export function storageAt(place: string): StorageConfig {
  const parsed = storagePlace.safeParse(place)
  if (parsed.success) return parsed.data
  throw new ConfigError([`the target ${parsed.error.issues[0]?.message}`])
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
