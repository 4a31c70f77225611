import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs `make` once per test run: the first worker writes its JSON to a file, which the others wait for and read. */
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
      // If it failed, another worker tries.
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
