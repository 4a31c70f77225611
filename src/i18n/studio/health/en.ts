import type { Finding, HealthCheckName, HealthState } from '#contract/studio/operation/health.ts'

interface CheckTexts {
  name: string
  /** What is well. */
  ok: string
  /** What to do when the check breaks, whatever the reason. */
  advice: string
}

/** Names in braces are facts of the check; `{advice}` is the check's own. */
export const healthEn = {
  again: 'Check again',
  checking: 'Checking… This takes up to half a minute if a service hangs.',
  checked: 'Checked {time}.',
  columns: { state: 'State', check: 'Check', finding: 'What was found, and what to do' },
  states: { failed: 'Failed', warning: 'Warning', ok: 'Fine', skipped: 'Not checked' } as Record<
    HealthState,
    string
  >,
  counts: (failed: number, warning: number, ok: number, skipped: number) =>
    `${failed} failed, ${warning} with a warning, ${ok} fine, ${skipped} not checked.`,
  checks: {
    settings: {
      name: 'Settings',
      ok: 'All settings can be read.',
      advice: '.env.example says what each takes.',
    },
    address: {
      name: 'Public address',
      ok: '{address} reaches this shop over TLS; the certificate ends {endsAt}.',
      advice:
        'See whether its name leads to this machine, port and firewall are open, and the certificate is valid.',
    },
    proxy: {
      name: 'Proxy',
      ok: 'The server sees the addresses of its visitors: this machine as {address}.',
      advice: 'Compare the proxy with the examples in ops.',
    },
    database: {
      name: 'Database',
      ok: '{engine} {version} answers.',
      advice: 'See whether the database runs, and DATABASE_URL leads to it.',
    },
    migrations: {
      name: 'Migrations',
      ok: 'The database is up to date.',
      advice: 'Run "npm run nagare -- migrate".',
    },
    search: {
      name: 'Search index',
      ok: 'The search index is complete and of this release.',
      advice: 'Run "npm run nagare -- search reindex".',
    },
    shop: {
      name: 'Shop settings',
      ok: 'The newest version of the shop is in use.',
      advice: 'Publish the shop again in the room Shop.',
    },
    storage: {
      name: 'Storage',
      ok: 'Files can be written, read, read in part and deleted.',
      advice: 'See STORAGE_URL, free space, and the rights of this user or of the bucket’s key.',
    },
    films: {
      name: 'Films from the bucket',
      ok: 'The bucket sends films in parts, and pages of {address} may read them.',
      advice: 'See whether browsers reach the bucket, or set MEDIA_DELIVERY=proxy.',
    },
    mail: {
      name: 'Mail',
      ok: 'The mail server takes the connection and the sign-in. Nothing was sent.',
      advice: 'See host, port, user and password in SMTP_URL.',
    },
    stripe: {
      name: 'Stripe',
      ok: 'Stripe accepts the key ({mode} mode).',
      advice: 'See whether this machine reaches api.stripe.com, and status.stripe.com.',
    },
    prices: {
      name: 'Prices',
      ok: 'Stripe has an active price for each plan.',
      advice: 'See the prices at Stripe.',
    },
    webhooks: {
      name: 'Webhooks',
      ok: 'The last event of Stripe came {lastAt}.',
      advice: 'See the webhook’s page at Stripe, and the failed jobs in the overview.',
    },
    clock: {
      name: 'Clock',
      ok: 'The clock of this machine agrees with the others.',
      advice: 'Turn on NTP, such as by "timedatectl set-ntp true".',
    },
    tools: {
      name: 'ffmpeg',
      ok: 'ffmpeg and ffprobe work. They can do {abilities}.',
      advice: 'Install a current ffmpeg, or set FFMPEG_PATH and FFPROBE_PATH.',
    },
    sandbox: {
      name: 'Sandbox of ffmpeg',
      ok: 'ffmpeg has no network ({kind}).',
      advice: 'Install bubblewrap.',
    },
    space: {
      name: 'Free space',
      ok: '{folder} has the least: {freeBytes} are free.',
      advice: 'See whether DATA_DIR and TMPDIR exist.',
    },
    jobs: {
      name: 'Background jobs',
      ok: 'Due jobs are taken. The overview was counted {lastAt}.',
      advice: 'See whether the server and its workers run.',
    },
    failedJobs: {
      name: 'Failed jobs',
      ok: 'No job has failed.',
      advice: 'See the failed jobs in the overview.',
    },
    backup: {
      name: 'Backup',
      ok: 'The last backup was made {lastAt}.',
      advice: 'Run "npm run nagare -- backup", which says more.',
    },
    proof: {
      name: 'Test restore',
      ok: 'A backup was last restored for a test {lastAt}.',
      advice: 'Run "npm run nagare -- backup --prove", which says more.',
    },
  } satisfies Record<HealthCheckName, CheckTexts> as Record<HealthCheckName, CheckTexts>,
  findings: {
    broke: '{error}. {advice}',
    late: 'No answer within {seconds} seconds. {advice}',
    waits: 'First see to “{check}”.',
    wrongSettings: '{problems}. {advice}',
    ownNetwork: '{address} is an address of this network only. Set SITE_URL to the one that visitors type.',
    redirects: '{address} redirects ({status}). Set SITE_URL to where it leads, or end the redirect.',
    anotherSite:
      '{address} answers {status}, and not as this shop. See where its name and the proxy lead, and whether all servers have the same MEDIA_KEYS and release.',
    certificateEnds:
      'The certificate of {address} ends {endsAt}. Renew it, and see why that is not automatic.',
    withoutTls:
      '{address} is not encrypted: passwords can be read on the way. Set up a certificate, and https in SITE_URL.',
    notForwarded:
      'TRUST_PROXY is on, but no X-Forwarded-For arrives, so all visitors share one limit. Let the proxy send it, or turn TRUST_PROXY off without one.',
    forgeable:
      'Visitors can forge their address and so escape limits: let the proxy append to X-Forwarded-For, or turn TRUST_PROXY off without one.',
    proxyNotTrusted:
      'A proxy stands before the server, but TRUST_PROXY is off, so all visitors share one limit. Set TRUST_PROXY=on.',
    oldDatabase: '{engine} {version} gets no more corrections. Upgrade it to {oldest} or newer.',
    pending: 'Not applied: {names}. {advice}',
    staleIndex: 'Search finds fewer clips until the index is rebuilt; the server does it soon. {advice}',
    shopUnreadable: 'Version {version} of the shop cannot be read, so the one before it holds. {advice}',
    otherBytes:
      'A file does not come back as it was written. Check the disk, or what stands before the bucket.',
    noRanges: 'Parts of files cannot be read, so films cannot be played. See what stands before the bucket.',
    notDeleted: 'A file stays after it was deleted: {key}. Let the key of the bucket delete objects.',
    sentByServer: 'Films come through this server, so nothing is needed.',
    noCors:
      '{bucket} does not let {address} read films. Add it to the CORS rules of the bucket, for GET with Range.',
    mailsAreFiles: 'Mails become files in DATA_DIR/outbox, and nobody gets them. Set SMTP_URL.',
    paymentsOff: 'Nothing is sold without STRIPE_SECRET_KEY.',
    keyRefused: 'Stripe refuses the key ({status}). Set STRIPE_SECRET_KEY to one that may read prices.',
    testMode: 'The key is of the test mode: nobody pays real money.',
    pricesLack: 'Stripe has no active price that can be sold for {plans}. Make one with that lookup key.',
    unhandled: 'Events of Stripe wait since {sinceAt}. {advice}',
    eventsLost: 'The last event came late, {lastAt}, so webhooks do not arrive. {advice}',
    noEvents:
      'No event of Stripe has come in the last weeks, which is right if nobody has paid. Else: {advice}',
    noSecret:
      'No webhook’s signing secret is known, so its messages are refused. Press “Set up Stripe” in the room Prices, or set STRIPE_WEBHOOK_SECRETS.',
    webhookLacks:
      'Stripe has no webhook at this shop’s address that sends all events. Press “Set up Stripe” in the room Prices.',
    clockOff:
      'The clock of this machine and that of {against} differ by {seconds} seconds: codes, links and webhooks are refused. {advice}',
    oldTool: '{program} is of {year}, and lacks fixes of security. {advice}',
    noSandbox:
      'ffmpeg reads strangers’ files with access to the network. {advice} Containers must allow namespaces.',
    full: '{folder} has only {freeBytes} left. Make space now: writes fail.',
    nearlyFull: '{folder} has only {freeBytes} left. Make space soon.',
    nobodyWorks: 'Jobs “{kind}” wait since {sinceAt}, and nobody takes them. {advice}',
    noServer: 'No server has run on this database yet. Start one: npm start.',
    failing: '{failing} jobs fail and are tried again, {givenUp} are given up. {advice}',
    noBackup: 'There is no backup. Set BACKUP_TARGET, and the server makes one a day.',
    oldBackup: 'The last backup is old, of {lastAt}. {advice}',
    damaged: 'The last backup found the database damaged. Restore the last good one, as docs/guide.md says.',
    unproven: 'The newest backup could not be restored for a test. {advice}',
    failed: 'The last try of a backup failed. {advice}',
    neverProven: 'No backup was restored for a test in the last month. {advice}',
  } satisfies Record<Exclude<Finding, 'ok'>, string> as Record<Exclude<Finding, 'ok'>, string>,
}
export type HealthTexts = typeof healthEn
