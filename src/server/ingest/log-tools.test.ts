import { expect, test } from 'vitest'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import { logTools } from './log-tools.ts'
import { sandboxKind } from './sandbox.ts'

async function loggedIn(year: number): Promise<string> {
  const lines: string[] = []
  const log = watchedLogger('info', { write: (line) => lines.push(line) })
  await logTools({ log, now: () => new Date(Date.UTC(year, 5)) })
  return lines.join('')
}

test('the log names the sandbox of media tools, and warns of old ones', async () => {
  expect(await loggedIn(2020)).not.toContain('old media tool')
  expect((await loggedIn(2099)).match(/old media tool/g)).toHaveLength(2)
  const expected = (await sandboxKind()) === 'none' ? 'have a network' : 'are shut in'
  expect(await loggedIn(2020)).toContain(expected)
})
