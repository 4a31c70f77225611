import { format } from 'node:util'
import { afterAll } from 'vitest'
import { failOnLeaks, watchLine } from './leaks.ts'

// For every file of tests: what is said by console is a line of a log too.
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  const say = console[method]
  console[method] = (...said: unknown[]) => {
    watchLine(format(...said))
    say(...said)
  }
}

// The last of all: servers have said by then what they say when they stop.
afterAll(() => failOnLeaks())
