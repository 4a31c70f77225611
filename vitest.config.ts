import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { childEnvironment } from './tests/support/child-environment.ts'
import { IN_LONG_TEST } from './tests/support/runs.ts'

// Threads read TypeScript from it: a backup starts one for each check, in half the time.
process.env.NODE_COMPILE_CACHE = childEnvironment.NODE_COMPILE_CACHE

const shared = {
  setupFiles: ['tests/support/patient-waits.ts', 'tests/support/leaks/no-leaks.ts'],
  retry: 0,
  // As `vi.waitFor` in patient-waits.ts.
  expect: { poll: { timeout: 10_000 } },
  // Long enough for a busy machine, and for full counts; a test that is about time measures it itself.
  testTimeout: IN_LONG_TEST ? 180_000 : 60_000,
  hookTimeout: IN_LONG_TEST ? 180_000 : 120_000,
}

/** Attacks and faults are timed, and most need a whole core: more workers than cores would slow each other down. */
const MOST_WORKERS = process.env.NAGARE_HARDENING === '1' ? Math.min(4, availableParallelism()) : 4

/**
 * A larger young generation, so that fewer objects are copied and marked: collecting garbage took a fifth of the time.
 */
const HEAP = ['--min-semi-space-size=32', '--max-semi-space-size=64']

/** These measure or check the real hashes. */
const FULL_HASHES = [
  'src/server/accounts/password/password.test.ts',
  'tests/api/accounts/login-timing.test.ts',
  'tests/api/upgrade/former-releases.test.ts',
]

/**
 * Real films in many forms, processes beside a browser, and work that is killed again and again: only
 * `npm run test:long` runs them.
 */
const LONG = IN_LONG_TEST
  ? []
  : [
      'tests/api/http/renderers.test.ts',
      'tests/api/http/setup.test.ts',
      'tests/api/ingest/comps-match.test.ts',
      'tests/api/ingest/ingest-colors.test.ts',
      'tests/api/ingest/ingest-crash.test.ts',
      'tests/api/ingest/ingest-timing.test.ts',
      'tests/api/openapi/generated-client.test.ts',
      'tests/api/studio/ingest-uploads.test.ts',
      'tests/api/studio/workers.test.ts',
      'tests/api/studio/teach-journey.test.ts',
      'src/server/library/bulk/bulk-killed.test.ts',
      'src/server/search/index/rebuild-killed.test.ts',
      'src/server/sets/killed.test.ts',
      'src/server/shop/killed.test.ts',
    ]

export default defineConfig({
  test: {
    globalSetup: [
      'tests/support/no-strays.ts',
      'tests/support/database/postgres-on-demand.ts',
      'tests/support/run-folder.ts',
    ],
    maxWorkers: MOST_WORKERS,
    projects: [
      {
        // One process runs many files, so that it loads the server once.
        test: {
          ...shared,
          name: 'server',
          isolate: false,
          include: [
            'src/**/*.test.ts',
            'tests/{api,hardening,search,support}/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['src/stores/**', ...FULL_HASHES, ...LONG],
          execArgv: ['--import=./tests/support/light-hashes.ts', ...HEAP],
        },
      },
      // Stores keep their state in modules, so each file gets its own process.
      { test: { ...shared, name: 'stores', include: ['src/stores/**/*.test.ts', ...FULL_HASHES] } },
    ],
  },
})
