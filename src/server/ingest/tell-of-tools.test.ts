import { expect, test } from 'vitest'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import { sandboxKind } from './sandbox.ts'
import { tellOfTools } from './tell-of-tools.ts'

async function toldIn(year: number): Promise<string> {
  const lines: string[] = []
  const log = watchedLogger('info', { write: (line) => lines.push(line) })
  await tellOfTools({ log, now: () => new Date(Date.UTC(year, 5)) })
  return lines.join('')
}

test('the log names the sandbox of media tools, and warns of old ones', async () => {
  expect(await toldIn(2020)).not.toContain('old media tool')
  expect((await toldIn(2099)).match(/old media tool/g)).toHaveLength(2)
  const expected = (await sandboxKind()) === 'none' ? 'have a network' : 'are shut in'
  expect(await toldIn(2020)).toContain(expected)
})
