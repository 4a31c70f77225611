import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('..', import.meta.url).pathname

test('the Japanese texts call an early tester, a sheet and a browser by one word each', () => {
  const others = globSync(['i18n/**/ja.ts', 'content/**/ja.*'], { cwd: ROOT }).filter((file) =>
    /アーリーアダプター|先行利用|CSVで保存|CSVを取り込|CSVに書き出|ブラウザ(?!ー)/.test(
      readFileSync(ROOT + file, 'utf8'),
    ),
  )
  expect(others).toEqual([])
})
