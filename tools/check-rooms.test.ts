import { expect, test } from 'vitest'
import { roomProblems } from './check-rooms.ts'

const problems = (sources: Record<string, string>) => roomProblems(new Map(Object.entries(sources)))

test('a forbidden import is reported, in TypeScript and in Astro', () => {
  const sources = {
    'src/domain/price.ts': "import { en } from '#i18n/en.ts'",
    'src/components/Tile.astro': "---\nimport { db } from '#server/db/connect.ts'\n---\n<p />",
    'src/islands/grid/Grid.tsx': "import { likes } from '#stores/likes.ts'",
    'src/server/clips/a.ts': "import { x } from 'astro:content'",
  }
  expect(problems(sources)).toEqual([
    'src/domain/price.ts imports src/i18n/en.ts: domain may import nothing of ours',
    expect.stringContaining('src/components/Tile.astro imports src/server/db/connect.ts'),
    expect.stringContaining('src/server/clips/a.ts imports astro:content'),
  ])
})

test('rooms that import each other are a cycle, also through a third', () => {
  const sources = {
    'src/server/mail/a.ts': "import { b } from '#server/jobs/b.ts'",
    'src/server/jobs/b.ts': "import { c } from '../billing/inbox/c.ts'",
    'src/server/billing/inbox/c.ts': "import { e } from '#server/mail/e.ts'",
    'src/server/clips/d.ts': "import { a } from '#server/mail/a.ts'",
  }
  expect(problems(sources)).toHaveLength(3)
  expect(problems({ ...sources, 'src/server/billing/inbox/c.ts': '' })).toEqual([])
})

test('rooms may import types in a cycle, since they load nothing', () => {
  const sources = {
    'src/server/mail/a.ts': "import type { b } from '#server/jobs/b.ts'",
    'src/server/jobs/c.ts': "import { type A, type B } from '#server/mail/a.ts'",
  }
  expect(problems(sources)).toEqual([])
})

test('files that import each other are a circle, also by types and through a third', () => {
  const sources = {
    'src/i18n/a.ts': "import { b } from './b.ts'",
    'src/i18n/b.ts': "import type { C } from './c.ts'",
    'src/i18n/c.ts': "import type { A } from './a.ts'\nimport { d } from './d.ts'",
    'src/i18n/d.ts': '',
    'src/i18n/e.ts': "import { a } from './a.ts'",
  }
  expect(problems(sources)).toHaveLength(3)
  expect(problems({ ...sources, 'src/i18n/c.ts': "import { d } from './d.ts'" })).toEqual([])
})
