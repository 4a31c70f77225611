import { type Browser, chromium } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../../../tests/support/browser.ts'

/** @param extra more arguments of the browser's command line */
export async function launchBrowser(...extra: string[]): Promise<Browser> {
  const { executablePath, env } = await findBrowser()
  const args = [...BROWSER_ARGS, ...extra]
  return chromium.launch({
    executablePath,
    args,
    ...(env && { env: { ...process.env, ...env } as Record<string, string> }),
  })
}
