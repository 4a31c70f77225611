import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface DemoSignIn {
  name: string
  email: string
  password: string
}

export interface DemoSignIns {
  admin: DemoSignIn
  member: DemoSignIn
}

/** The key that signs URLs to full films: made once, so that a second start keeps what the first gave out. */
export function demoMediaKey(dataDir: string): Promise<string> {
  return keptOnce(join(dataDir, 'demo-media-key'), () => randomBytes(32).toString('base64url'))
}

/** Sign-ins of the demo, made once and kept beside the data for whoever runs it. */
export async function demoSignIns(dataDir: string): Promise<DemoSignIns> {
  const made = () =>
    JSON.stringify({ admin: person('Admin', 'admin'), member: person('Mika', 'member') }, null, 2)
  return JSON.parse(await keptOnce(join(dataDir, 'demo-sign-in.json'), made)) as DemoSignIns
}

/** With which the demo and its local Stripe know each other; made once, so that what was bought stays known. */
export async function demoStripeSecrets(
  dataDir: string,
): Promise<{ secretKey: string; webhookSecret: string }> {
  const random = () => randomBytes(18).toString('hex')
  const made = () => JSON.stringify({ secretKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}` })
  return JSON.parse(await keptOnce(join(dataDir, 'demo-stripe.json'), made))
}

/** The same port at each start as long as it is free, since pages that are open know it. */
export async function keptPort(
  dataDir: string,
  freePort: (wanted: number) => Promise<number>,
): Promise<number> {
  const path = join(dataDir, 'demo-stripe-port')
  const port = await freePort(Number(await keptOnce(path, () => '0')))
  await writeFile(path, String(port))
  return port
}

function person(name: string, mailbox: string): DemoSignIn {
  return { name, email: `${mailbox}@demo.test`, password: randomBytes(9).toString('base64url') }
}

/** Readable by its owner alone. */
async function keptOnce(path: string, make: () => string): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true })
  if (!existsSync(path)) await writeFile(path, make(), { mode: 0o600, flag: 'wx' })
  return (await readFile(path, 'utf8')).trim()
}
