import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'tests/{api,support}/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    setupFiles: ['tests/support/leaks/no-leaks.ts'],
    globalSetup: ['tests/support/database/postgres-on-demand.ts', 'tests/support/run-folder.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
})
