import { format } from 'node:util'
import { afterAll } from 'vitest'
import { failOnLeaks, watchLine } from './leaks.ts'

const METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const
const WATCHED = Symbol.for('nagare.watchedConsole')

// Set up for every file of tests, also where a process runs several.
if (!Reflect.get(console, WATCHED)) {
  Reflect.set(console, WATCHED, true)
  for (const method of METHODS) {
    const original = console[method]
    console[method] = (...values: unknown[]) => {
      watchLine(format(...values))
      original(...values)
    }
  }
}

// After every other hook: by then servers have logged that they stopped.
afterAll(() => failOnLeaks())
