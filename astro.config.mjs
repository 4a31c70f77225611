import { createHash } from 'node:crypto'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import { CLIP_MORPH } from './src/components/head/clip-morph.ts'
import { NEXT_PAGE } from './src/components/head/next-page.ts'
import { LOCALES } from './src/domain/address/locale-path.ts'
import { FIRST_NAME, WHO_IS_HERE } from './src/islands/auth/before-paint.ts'
import { toastStyles } from './src/islands/auth/toast-styles.ts'
import { browserCalls } from './src/server/build/browser-calls.ts'
import { serverEntry, startScript } from './src/server/build/build-server.ts'
import { japaneseRoutes } from './src/server/build/japanese-routes.ts'
import { paintedDirective } from './src/server/build/painted-directive.ts'
import { SHARED_CHUNKS } from './src/server/build/shared-chunks.ts'
import { shortPreloads } from './src/server/build/short-preloads.ts'
import { listStaticPages } from './src/server/discovery/list-static-pages.ts'
import { CSP_REPORTS } from './src/server/http/csp-reports.ts'
import { precompressed } from './src/server/http/static/precompress.ts'
import { devServer } from './src/server/start/dev-server.ts'
import { LAYER_ORDER } from './src/styles/layers.ts'

/** How the content security policy names inline scripts and styles. */
const sha256 = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`

export default defineConfig({
  ...(process.env.SITE_URL && { site: process.env.SITE_URL }),
  output: 'server',
  trailingSlash: 'never',
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true, bodySizeLimit: 256 * 1024 }),
  integrations: [
    react(),
    paintedDirective(),
    japaneseRoutes(),
    listStaticPages(),
    precompressed(),
    startScript(),
  ],
  // Routed by the middleware: Astro itself would take a search for “ja” for a Japanese page, and answer “en” with 404.
  // This gives errors below /ja their page (/ja/404).
  i18n: { locales: [...LOCALES], defaultLocale: 'en', routing: 'manual' },
  session: false,
  image: { service: passthroughImageService() },
  markdown: { syntaxHighlight: false },
  compressHTML: true,
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  cache: {
    provider: { entrypoint: new URL('./src/server/http/cache/astro-cache-provider.ts', import.meta.url) },
  },
  security: {
    // src/server/http/cross-site.ts checks instead, and admits clients that are not browsers.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
        // Browsers that know `report-to` use it instead of `report-uri`.
        `report-uri ${CSP_REPORTS}`,
        'report-to csp',
      ],
      styleDirective: { hashes: [sha256(LAYER_ORDER)] },
      scriptDirective: { hashes: [WHO_IS_HERE, CLIP_MORPH, FIRST_NAME, NEXT_PAGE].map(sha256) },
    },
  },
  vite: {
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED_CHUNKS } } } } },
    },
    plugins: [browserCalls(), devServer(), serverEntry(), shortPreloads(), toastStyles()],
  },
})
