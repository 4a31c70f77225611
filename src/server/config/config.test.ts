import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { ConfigError, operatorEnvironment, parseConfig, SETTINGS } from './config.ts'

const KEY = 'a'.repeat(43)
const least = { SITE_URL: 'https://nagare.example', MEDIA_KEYS: KEY }

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('two settings are enough for a SQLite file and a folder', () => {
  expect(parseConfig(least)).toEqual({
    dataDir: resolve('data'),
    database: { engine: 'sqlite', file: resolve('data/nagare.db') },
    storage: { driver: 'disk', root: resolve('data/media') },
    mediaKeys: [KEY],
    mail: {
      driver: 'outbox',
      folder: resolve('data/outbox'),
      from: { address: 'no-reply@nagare.example' },
    },
    payments: { mode: 'off' },
    site: {
      shop: DEFAULT_SHOP,
      name: 'Nagare',
      url: new URL('https://nagare.example'),
      hsts: 'on',
      signupSurvey: false,
      editorsDelete: false,
      clipsPerPage: 40,
      timeZone: 'UTC',
      claims: { clips: 850, updates: 'weekly', resolution: '1080p' },
      contact: { email: 'contact@nagare.example' },
      payments: 'off',
    },
    listen: { host: '127.0.0.1', port: 4321 },
    renderers: 'auto',
    slowRequestMs: 1000,
    trustProxy: false,
    renditionBytes: 50e9,
    backup: { at: '04:00', keep: 30 },
    privateReceivers: [],
    uploads: { maxBytes: 10e9, totalBytes: 200e9, keepOriginals: true, worker: true },
    logAddresses: 'none',
    logLevel: 'info',
  })
})

test('a model is asked only with an address and a name', () => {
  const set = { MODEL_URL: 'http://localhost:11434/v1/', MODEL_NAME: 'qwen3-vl:8b' }
  expect(parseConfig({ ...least, MODEL_NAME: 'qwen3-vl:8b', MODEL_KEY: 'k' }).model).toBeUndefined()
  expect(parseConfig({ ...least, ...set, MODEL_PRICE: 'JPY 20 80.5' }).model).toEqual({
    ...{ url: 'http://localhost:11434/v1', name: 'qwen3-vl:8b', key: undefined, callsPerDay: 200 },
    price: { currency: 'JPY', input: 20, output: 80.5 },
  })
  expect(problemsOf({ ...least, MODEL_URL: set.MODEL_URL })).toEqual([
    'MODEL_NAME is missing: the model that MODEL_URL is asked for',
  ])
  for (const [name, value] of [
    ['MODEL_URL', 'shop.example'],
    ['MODEL_URL', 'file:///etc/passwd'],
    ['MODEL_URL', 'https://user:word@model.example/v1'],
    ['MODEL_URL', 'https://model.example/v1?key=secret'],
    ['MODEL_KEY', 'two\nlines'],
    ['MODEL_NAME', '<model>'],
    ['MODEL_PRICE', '$0.15'],
    ['MODEL_CALLS_PER_DAY', '0'],
  ] as const)
    expect(problemsOf({ ...least, ...set, [name]: value }), value).toEqual([
      expect.stringMatching(`^${name} must be`),
    ])
})

test('the pages’ claims can be set to valid values', () => {
  const claims = { CLAIMED_CLIPS: '30', CLAIMED_UPDATES: 'monthly', CLAIMED_RESOLUTION: '720p' }
  expect(parseConfig({ ...least, ...claims }).site.claims).toEqual({
    clips: 30,
    updates: 'monthly',
    resolution: '720p',
  })
  expect(
    problemsOf({ ...least, CLAIMED_CLIPS: '0', CLAIMED_UPDATES: 'often', CLAIMED_RESOLUTION: 'HD' }),
  ).toEqual([
    'CLAIMED_CLIPS must be a whole number from 1 to 9999999',
    'CLAIMED_UPDATES must be one of daily, weekly, monthly, yearly',
    'CLAIMED_RESOLUTION must be a number of lines, such as 1080p',
  ])
})

test('hosts that webhooks may reach although they are private are named without port or path', () => {
  const named = (WEBHOOK_PRIVATE_HOSTS: string) => ({ ...least, WEBHOOK_PRIVATE_HOSTS })
  expect(parseConfig(named('Hooks.internal, 10.0.0.7,[::1]')).privateReceivers).toEqual([
    ...['hooks.internal', '10.0.0.7', '[::1]'],
  ])
  for (const wrong of ['10.0.0.7:8080', 'http://a', 'a/b', 'a,,b', 'a b', '10.0.0.0/8', '*'])
    expect([wrong, problemsOf(named(wrong))]).toEqual([
      wrong,
      ['WEBHOOK_PRIVATE_HOSTS must be host names or addresses, with commas'],
    ])
})

test('the time zone of the shop can be set', () => {
  expect(parseConfig({ ...least, TIME_ZONE: 'Asia/Tokyo' }).site.timeZone).toBe('Asia/Tokyo')
  expect(problemsOf({ ...least, TIME_ZONE: 'Tokio' })).toEqual([
    'TIME_ZONE must be a time zone such as Asia/Tokyo',
  ])
})

test('contact address and form can be set', () => {
  const ways = { CONTACT_EMAIL: 'hello@example.com', CONTACT_FORM_URL: 'https://forms.example/42' }
  expect(parseConfig({ ...least, ...ways }).site.contact).toEqual({
    email: 'hello@example.com',
    formUrl: 'https://forms.example/42',
  })
  expect(problemsOf({ ...least, CONTACT_EMAIL: 'hello', CONTACT_FORM_URL: 'javascript:alert(1)' })).toEqual([
    'CONTACT_EMAIL must be an e-mail address',
    'CONTACT_FORM_URL must be an http(s) address',
  ])
})

test('vulnerabilities are reported to an address or a page, instead of the contact address', () => {
  const securityOf = (SECURITY_CONTACT: string) =>
    parseConfig({ ...least, SECURITY_CONTACT }).site.securityContact
  expect(securityOf('security@example.com')).toBe('mailto:security@example.com')
  expect(securityOf('https://example.com/report')).toBe('https://example.com/report')
  for (const SECURITY_CONTACT of ['somebody', 'http://example.com', 'a@b.example\nContact: x'])
    expect(problemsOf({ ...least, SECURITY_CONTACT })).toEqual([
      'SECURITY_CONTACT must be an e-mail address or an https address',
    ])
})

test('usage is counted with a PostHog key, and never on localhost', () => {
  const POSTHOG_KEY = 'phc_of_the_tests'
  expect(parseConfig({ ...least, POSTHOG_KEY }).site.analytics).toEqual({
    key: POSTHOG_KEY,
    host: 'https://us.i.posthog.com',
  })
  const POSTHOG_HOST = 'https://eu.i.posthog.com/'
  expect(parseConfig({ ...least, POSTHOG_KEY, POSTHOG_HOST }).site.analytics?.host).toBe(
    'https://eu.i.posthog.com',
  )
  for (const SITE_URL of ['http://localhost:4321', 'http://127.0.0.1'])
    expect(parseConfig({ ...least, SITE_URL, POSTHOG_KEY }).site.analytics).toBeUndefined()
  expect(parseConfig({ ...least, POSTHOG_HOST }).site.analytics).toBeUndefined()
})

test.each([
  'http://posthog.example',
  'https://posthog.example/ingest',
  'https://a:b@posthog.example',
  'posthog',
])('usage is not sent to %s', (POSTHOG_HOST) =>
  expect(problemsOf({ ...least, POSTHOG_HOST })).toEqual([
    'POSTHOG_HOST must be an https address without a path',
  ]),
)

test('a secret key of PostHog is refused, since visitors would get it', () => {
  expect(problemsOf({ ...least, POSTHOG_KEY: 'phx_a-personal-key' })).toEqual([
    'POSTHOG_KEY must be the key of a project, which begins with phc_',
  ])
})

test('the seller is set by SELLER_NAME', () => {
  const facts = {
    SELLER_REPRESENTATIVE: '田中 ゆき',
    SELLER_ADDRESS: '東京都…',
    SELLER_PHONE: '+81 3-1234-5678',
  }
  expect(parseConfig({ ...least, ...facts }).site.seller).toBeUndefined()
  expect(parseConfig({ ...least, SELLER_NAME: '株式会社流れ' }).site.seller).toEqual({ name: '株式会社流れ' })
  expect(parseConfig({ ...least, ...facts, SELLER_NAME: '株式会社流れ' }).site.seller).toEqual({
    name: '株式会社流れ',
    representative: '田中 ゆき',
    address: '東京都…',
    phone: '+81 3-1234-5678',
  })
  expect(problemsOf({ ...least, SELLER_NAME: '<b>', SELLER_PHONE: 'call us' })).toEqual([
    'SELLER_NAME must be one line of 1 to 200 letters',
    'SELLER_PHONE must be a telephone number',
  ])
})

test('PostgreSQL and S3 are two settings away', () => {
  const config = parseConfig({
    ...least,
    DATABASE_URL: 'postgres://nagare@db/nagare',
    DATABASE_POOL: '20',
    STORAGE_URL: 's3://clips/live?region=ap-northeast-1&endpoint=http://minio:9000',
  })
  expect(config.database).toEqual({ engine: 'postgres', url: 'postgres://nagare@db/nagare', poolSize: 20 })
  expect(config.storage).toEqual({
    driver: 's3',
    bucket: 'clips',
    prefix: 'live',
    region: 'ap-northeast-1',
    endpoint: new URL('http://minio:9000'),
    pathStyle: true,
    delivery: 'proxy',
  })
})

test('an https site redirects to no bucket that browsers would block', () => {
  const redirecting = (site: string, endpoint: string) =>
    problemsOf({
      ...{ ...least, SITE_URL: site, MEDIA_DELIVERY: 'redirect' },
      STORAGE_URL: `s3://clips?endpoint=${endpoint}`,
    })
  const problems = [
    'MEDIA_DELIVERY redirect needs an https endpoint in STORAGE_URL: on an https site browsers block films from http',
  ]
  expect(redirecting('https://nagare.example', 'http://bucket.example')).toEqual(problems)
  expect(redirecting('https://nagare.example', 'http://127.0.0.1.example:9000')).toEqual(problems)
  expect(redirecting('https://nagare.example', 'https://bucket.example')).toEqual([])
  expect(redirecting('http://nagare.example', 'http://bucket.example')).toEqual([])
  for (const here of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000', 's3.localhost'])
    expect(redirecting('https://nagare.example', `http://${here}`), here).toEqual([])
})

test('redirect needs a bucket', () => {
  const redirecting = { ...least, STORAGE_URL: 's3://clips', MEDIA_DELIVERY: 'redirect' }
  expect(parseConfig(redirecting).storage).toMatchObject({ delivery: 'redirect' })
  expect(problemsOf({ ...least, MEDIA_DELIVERY: 'redirect' })).toEqual([
    'MEDIA_DELIVERY redirect needs a bucket in STORAGE_URL',
  ])
  expect(problemsOf({ ...least, MEDIA_DELIVERY: 'direct' })).toEqual([
    'MEDIA_DELIVERY must be proxy, redirect or nginx',
  ])
})

test('delivery by nginx needs a folder', () => {
  expect(parseConfig({ ...least, MEDIA_DELIVERY: 'nginx' }).storage).toMatchObject({ delivery: 'nginx' })
  expect(problemsOf({ ...least, STORAGE_URL: 's3://clips', MEDIA_DELIVERY: 'nginx' })).toEqual([
    'MEDIA_DELIVERY nginx needs a folder in STORAGE_URL',
  ])
})

test('S3 without an endpoint uses virtual hosts', () => {
  expect(parseConfig({ ...least, STORAGE_URL: 's3://clips?region=eu-west-1' }).storage).toMatchObject({
    pathStyle: false,
  })
})

test('a mail server is one setting away', () => {
  const config = parseConfig({ ...least, SMTP_URL: 'smtps://mail%40nagare.example:p%3Aw@smtp.example' })
  expect(config.mail).toEqual({
    driver: 'smtp',
    smtp: { host: 'smtp.example', port: 465, secure: true, user: 'mail@nagare.example', password: 'p:w' },
    from: { address: 'no-reply@nagare.example' },
  })
  const relay = parseConfig({ ...least, SMTP_URL: 'smtp://[::1]:2525' }).mail
  expect(relay).toMatchObject({ smtp: { host: '::1', port: 2525, secure: false } })
})

test.each([
  ['post@nagare.example', { address: 'post@nagare.example' }],
  ['<post@nagare.example>', { address: 'post@nagare.example' }],
  ['Nagare Post <post@nagare.example>', { name: 'Nagare Post', address: 'post@nagare.example' }],
  ['流れ <post@nagare.example>', { name: '流れ', address: 'post@nagare.example' }],
])('mail comes from %s', (value, from) => {
  expect(parseConfig({ ...least, MAIL_FROM: value }).mail.from).toEqual(from)
})

const stripe = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789' }

test('a Stripe key and the secret of the webhook are enough to sell', () => {
  const { payments, site } = parseConfig({ ...least, ...stripe })
  expect(payments).toEqual({
    mode: 'test',
    secretKey: stripe.STRIPE_SECRET_KEY,
    webhookSecrets: [stripe.STRIPE_WEBHOOK_SECRETS],
    automaticTax: false,
    adaptivePricing: false,
  })
  expect(site.payments).toBe('test')
  expect(parseConfig({ ...least, ...stripe, STRIPE_SECRET_KEY: 'rk_live_0123456789' }).site.payments).toBe(
    'live',
  )
})

test('taxes, a line on invoices, a key for browsers and an emulator are one setting each', () => {
  const { payments, site } = parseConfig({
    ...least,
    ...stripe,
    STRIPE_WEBHOOK_SECRETS: 'whsec_new45678, whsec_old45678',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789',
    STRIPE_AUTOMATIC_TAX: 'on',
    STRIPE_ADAPTIVE_PRICING: 'on',
    STRIPE_INVOICE_FOOTER: '登録番号 T1234567890123',
    STRIPE_API_URL: 'http://127.0.0.1:12111',
  })
  expect(payments).toMatchObject({
    webhookSecrets: ['whsec_new45678', 'whsec_old45678'],
    automaticTax: true,
    adaptivePricing: true,
    apiUrl: new URL('http://127.0.0.1:12111'),
  })
  expect(site.stripePublishableKey).toBe('pk_test_0123456789')
  expect(site.shop.seller.invoiceFooter).toBe('登録番号 T1234567890123')
})

test('settings of Stripe that contradict each other stop the start', () => {
  const { STRIPE_SECRET_KEY } = stripe
  // "Set up Stripe" makes a webhook, and keeps its secret.
  expect(problemsOf({ ...least, STRIPE_SECRET_KEY })).toEqual([])
  expect(problemsOf({ ...least, ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY must be of the test mode, as STRIPE_SECRET_KEY is',
  ])
  const elsewhere = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_API_URL: 'http://127.0.0.1:1' }
  expect(problemsOf({ ...least, ...stripe, ...elsewhere })).toEqual([
    'STRIPE_API_URL must not be set with a live key: it is for a local emulator',
  ])
})

test('every missing setting is named, each on a line of its own', () => {
  const problems = problemsOf({})
  expect(problems.map((line) => line.split(' ')[0])).toEqual(['SITE_URL', 'MEDIA_KEYS'])
  expect(problems.every((line) => line.includes('is missing') && !line.includes('\n'))).toBe(true)
})

test.each([
  ['SITE_URL', 'ftp://nagare.example'],
  ['SITE_URL', 'https://nagare.example/shop'],
  ['SITE_NAME', '<b>'],
  ['PORT', '70000'],
  ['PORT', 'abc'],
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_URL', 'sqlite:'],
  ['DATABASE_POOL', '0'],
  ['STORAGE_URL', 'ftp://x'],
  ['STORAGE_URL', 's3://clips?style=odd'],
  ['MEDIA_KEYS', 'short'],
  ['MEDIA_KEYS', [KEY, KEY, KEY].join()],
  ['SMTP_URL', 'http://smtp.example'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://user:%ff@smtp.example'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'Nagare <post@nagare.example'],
  ['MAIL_FROM', 'a@nagare.example, b@nagare.example'],
  ['STRIPE_SECRET_KEY', 'pk_test_0123456789'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_0123456789'],
  ['STRIPE_WEBHOOK_SECRETS', 'secret'],
  ['STRIPE_WEBHOOK_SECRETS', 'whsec_11111111,whsec_22222222,whsec_33333333'],
  ['STRIPE_API_URL', 'http://stripe.example'],
  ['STRIPE_API_URL', 'somewhere'],
  ['STRIPE_AUTOMATIC_TAX', 'yes'],
  ['CLIPS_PER_PAGE', '3'],
  ['SIGNUP_SURVEY', 'yes'],
  ['TRUST_PROXY', 'yes'],
  ['LOG_LEVEL', 'loud'],
])('a wrong %s is one line that starts with its name and does not repeat it: %s', (name, value) => {
  const problems = problemsOf({ ...least, [name]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^${name} must be `))
  expect(problems[0]).not.toContain(`: ${value}`)
})

test('an empty variable counts as unset', () => {
  expect(parseConfig({ ...least, PORT: '', STORAGE_URL: '' }).listen.port).toBe(4321)
})

test('the command line needs no settings, and uses given ones', () => {
  expect(parseConfig(operatorEnvironment({ DATA_DIR: '/srv/nagare' })).dataDir).toBe('/srv/nagare')
  expect(parseConfig(operatorEnvironment(least)).mediaKeys).toEqual([KEY])
})

test('a size of uploads has a unit, or is in bytes', () => {
  const uploads = (size: string) => parseConfig({ ...least, UPLOAD_MAX_BYTES: size }).uploads.maxBytes
  expect([uploads('500 MB'), uploads('2gb'), uploads('1024')]).toEqual([500e6, 2e9, 1024])
  expect(() => uploads('much')).toThrow('UPLOAD_MAX_BYTES must be a size')
})

test('.env.example lists every setting, and nothing else', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  const listed = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual([...SETTINGS].toSorted())
})

test('every setting is read outside of this room', () => {
  const src = join(import.meta.dirname, '../..')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.(?:tsx?|astro)$/.test(file) && !file.startsWith('server/config/'),
  )
  const words = new Set(files.flatMap((file) => readFileSync(join(src, file), 'utf8').match(/\w+/g)))
  const { site, uploads, backup, listen, ...others } = parseConfig(least)
  const fields = [site, uploads, backup, listen, others].flatMap((each) => Object.keys(each))
  expect(fields.filter((field) => !words.has(field))).toEqual([])
})
