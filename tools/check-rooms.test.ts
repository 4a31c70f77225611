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
    'src/server/billing/inbox/c.ts': "import { a } from '#server/mail/a.ts'",
    'src/server/clips/d.ts': "import { a } from '#server/mail/a.ts'",
  }
  expect(problems(sources)).toHaveLength(3)
  expect(problems({ ...sources, 'src/server/billing/inbox/c.ts': '' })).toEqual([])
})

test('types may be imported in a cycle, since they load nothing', () => {
  const sources = {
    'src/server/mail/a.ts': "import type { b } from '#server/jobs/b.ts'",
    'src/server/jobs/b.ts': "import { type A, type B } from '#server/mail/a.ts'",
  }
  expect(problems(sources)).toEqual([])
})
