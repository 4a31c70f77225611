import { format } from 'node:util'
import { afterAll } from 'vitest'
import { failOnLeaks, watchLine } from './leaks.ts'

const METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const
const WATCHED = Symbol.for('nagare.watchedConsole')

// Once per process: vitest runs this for each file.
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

// After all other hooks: servers have logged their stop by then.
afterAll(() => failOnLeaks())
