import { defineConfig } from 'vitest/config'

const shared = {
  setupFiles: ['tests/support/leaks/no-leaks.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    globalSetup: ['tests/support/database/postgres-on-demand.ts', 'tests/support/run-folder.ts'],
    maxWorkers: 4,
    projects: [
      {
        // One process runs many files, so that it loads the server once.
        test: {
          ...shared,
          name: 'server',
          isolate: false,
          include: [
            'src/**/*.test.ts',
            'tests/{api,search,support}/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['src/stores/**'],
        },
      },
      // Stores keep their state in modules: each file has a process of its own.
      { test: { ...shared, name: 'stores', include: ['src/stores/**/*.test.ts'] } },
    ],
  },
})
