import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { finishStep } from './steps.ts'

let work: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'nagare-steps-'))
})
afterEach(() => rm(work, { recursive: true, force: true }))

test('a finished step is not done again', async () => {
  let times = 0
  const make = async (folder: string) => {
    await writeFile(join(folder, 'film'), 'x')
    return { times: ++times }
  }
  await finishStep(work, 'films', make)
  const { facts, folder } = await finishStep(work, 'films', make)
  expect(facts).toEqual({ times: 1 })
  expect((await readdir(folder)).sort()).toEqual(['facts.json', 'film'])
})

test('a step that fails leaves nothing', async () => {
  await expect(
    finishStep(work, 'films', async (folder) => {
      await writeFile(join(folder, 'half'), 'x')
      throw new Error('disk full')
    }),
  ).rejects.toThrow('disk full')
  expect(await readdir(work)).toEqual([])
})

test('a killed run’s partial step is not used', async () => {
  await mkdir(join(work, 'films.0a1b2c'), { recursive: true })
  await writeFile(join(work, 'films.0a1b2c', 'facts.json'), '{"from":"killed"}')
  const { facts } = await finishStep(work, 'films', async () => ({ from: 'now' }))
  expect(facts).toEqual({ from: 'now' })
})
