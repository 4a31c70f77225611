import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from './tests/support/browser.ts'
import { IN_LONG_TEST } from './tests/support/runs.ts'

const { executablePath, env } = await findBrowser()

/** Journeys of 10 s and more start first: at the end they would keep one worker busy and leave the others idle. */
const FIRST =
  /(journey|dev-server|clip-room|relink|sets-promotion|two-step|billing\/(billing|yen)|site\/site|studio\/(demand|library|uploads))\.spec\.ts$/

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/start-shop.ts',
  outputDir: 'test-results',
  ...(!IN_LONG_TEST && { grepInvert: /@long/ }),
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // Long enough for a busy machine: a test that fails once has failed.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  // Projects start in this order.
  projects: [
    { name: 'journeys', testMatch: FIRST },
    { name: 'rest', testIgnore: FIRST },
  ],
  use: {
    baseURL: process.env.NAGARE_URL,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Drawing frames took a sixth of the CPU time. Specs about films and movement ask for motion (moving.ts).
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test takes a fifth of its time; `--trace on` records one.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: BROWSER_ARGS,
      ...(env && { env: { ...process.env, ...env } as Record<string, string> }),
    },
  },
})
