// Runs after `npm install`. A clone uses the tracked hooks; an unpacked archive has none.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (existsSync('.git')) {
  try {
    execFileSync('git', ['config', 'core.hooksPath', '.githooks'])
  } catch {
    console.warn('git is missing, so its hooks are not set')
  }
}
