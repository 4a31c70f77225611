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
  /** Pro. */
  member: DemoSignIn
  free: DemoSignIn
}

/** The key that signs film URLs; kept, so that links survive a restart. */
export function demoMediaKey(dataDir: string): Promise<string> {
  return createOnce(join(dataDir, 'demo-media-key'), () => randomBytes(32).toString('base64url'))
}

/** The demo's sign-ins, created once and kept in DATA_DIR. */
export async function demoSignIns(dataDir: string): Promise<DemoSignIns> {
  const path = join(dataDir, 'demo-sign-in.json')
  const known: Partial<DemoSignIns> = JSON.parse(await createOnce(path, () => '{}'))
  const fresh = {
    admin: person('Admin', 'admin'),
    member: person('Mika', 'member'),
    free: person('Sora', 'free'),
  }
  const signIns = { ...fresh, ...known }
  await writeFile(path, JSON.stringify(signIns, null, 2))
  return signIns
}

/** Secrets shared by the demo and its Stripe emulator; kept, so that purchases survive a restart. */
export async function demoStripeSecrets(
  dataDir: string,
): Promise<{ secretKey: string; webhookSecret: string }> {
  const random = () => randomBytes(18).toString('hex')
  const create = () =>
    JSON.stringify({ secretKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}` })
  return JSON.parse(await createOnce(join(dataDir, 'demo-stripe.json'), create))
}

/** The same port at every start if it is free, since open pages use it. */
export async function savedPort(
  dataDir: string,
  freePort: (wanted: number) => Promise<number>,
): Promise<number> {
  const path = join(dataDir, 'demo-stripe-port')
  const port = await freePort(Number(await createOnce(path, () => '0')))
  await writeFile(path, String(port))
  return port
}

function person(name: string, mailbox: string): DemoSignIn {
  return { name, email: `${mailbox}@demo.test`, password: randomBytes(9).toString('base64url') }
}

/** Readable by its owner only. */
async function createOnce(path: string, create: () => string): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  if (!existsSync(path)) await writeFile(path, create(), { mode: 0o600, flag: 'wx' })
  return (await readFile(path, 'utf8')).trim()
}
