import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../support/free-port.ts'
import { LONG } from '../support/long.ts'
import { expect, test } from '../support/test.ts'

const COPIED = ['src', 'public', 'tools/stripe-emulator', 'package.json', 'tsconfig.json']
/** The packages are outside the copy, so Vite is told that it may serve them. */
const CONFIG = `import config from './base.config.mjs'
export default {
  ...config,
  vite: { ...config.vite, cacheDir: '.astro/vite', server: { fs: { allow: ['.', ${JSON.stringify(resolve('node_modules'))}] } } },
}
`

/** `nagare dev` in a copy of the sources, which the test may edit, with the library of the other tests. */
async function startDev() {
  const root = mkdtempSync(join(tmpdir(), 'nagare-dev-'))
  const library = process.env.NAGARE_LIBRARY ?? ''
  for (const path of COPIED) cpSync(path, join(root, path), { recursive: true })
  cpSync('astro.config.mjs', join(root, 'base.config.mjs'))
  writeFileSync(join(root, 'astro.config.mjs'), CONFIG)
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  cpSync(join(library, 'template.db'), join(root, 'data/nagare.db'))
  const port = await freePort()
  const child = spawn(process.execPath, ['src/cli/nagare.ts', 'dev'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: '',
      STORAGE_URL: `file:${join(library, 'data/media')}`,
      ASTRO_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const lines = createInterface(child.stdout)
  await Promise.race([
    new Promise<void>((done) => lines.on('line', (line) => line.startsWith('Data is kept in') && done())),
    exit.then(() => Promise.reject(new Error('nagare dev has ended'))),
  ])
  return {
    url: `http://localhost:${port}`,
    /** Saves a source file with `before` replaced. */
    edit(path: string, before: string, after: string) {
      const source = readFileSync(join(root, path), 'utf8')
      expect(source, path).toContain(before)
      writeFileSync(join(root, path), source.replace(before, after))
    },
    async close() {
      child.kill('SIGTERM')
      await exit
      rmSync(root, { recursive: true, force: true })
    },
  }
}

test(
  'the dev server shows a saved text, style, island and server file, and serves API and media',
  LONG,
  async ({ page }) => {
    test.setTimeout(120_000)
    const dev = await startDev()
    try {
      // An edit that Vite reports before the page listens would not show.
      const listening = () =>
        page.waitForEvent('console', (message) => message.text().includes('[vite] connected'))
      let ready = listening()
      await page.goto(dev.url)
      await ready
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText('Japan, in motion')

      const { sources } = await (await page.request.get(`${dev.url}/api/medias/search`)).json()
      const part = await page.request.get(`${dev.url}${sources[0].media.preview_url}`, {
        headers: { range: 'bytes=0-99' },
      })
      expect([part.status(), (await part.body()).length]).toEqual([206, 100])

      ready = listening()
      dev.edit('src/i18n/en.ts', "pricing: 'Pricing'", "pricing: 'Prices, hot reloaded'")
      await expect(page.getByRole('banner').getByRole('link', { name: 'Prices, hot reloaded' })).toBeVisible()
      await ready

      dev.edit('src/styles/tokens.css', ':root {', ':root { --saved-style: yes;')
      const savedStyle = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--saved-style'))
      await expect.poll(savedStyle).toBe('yes')

      // An island that is not hydrated yet would keep the markup of its page.
      await expect(page.locator('astro-island[component-url*="CategoryBar"]')).not.toHaveAttribute('ssr')
      dev.edit('src/islands/shell/CategoryBar.tsx', '<nav', '<nav data-saved')
      await expect(page.locator('nav[data-saved]')).toBeVisible()

      // A request of the page that is under way while the server is replaced would fail.
      await page.goto('about:blank')
      dev.edit('src/server/http/security-headers.ts', "'nosniff'", "'nosniff, saved'")
      const header = async () =>
        (await page.request.get(`${dev.url}/healthz`)).headers()['x-content-type-options']
      await expect.poll(header).toBe('nosniff, saved')
    } finally {
      await dev.close()
    }
  },
)
