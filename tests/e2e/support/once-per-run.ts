import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What `make` resolves with, as JSON; the worker that asks first makes it, the others wait and read its file. */
export async function oncePerRun<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  const file = join(process.env.NAGARE_LIBRARY ?? '', `${name}.json`)
  while (!existsSync(file)) {
    if (!locked(`${file}.lock`)) {
      await sleep(100)
      continue
    }
    try {
      writeFileSync(`${file}.part`, JSON.stringify(await make()))
      renameSync(`${file}.part`, file)
    } finally {
      // After a failure another worker tries.
      rmSync(`${file}.lock`, { recursive: true })
    }
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

function locked(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}
