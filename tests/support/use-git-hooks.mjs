// Runs after `npm install`: a clone uses the tracked hooks; an unpacked archive has nothing to set.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (existsSync('.git')) {
  try {
    execFileSync('git', ['config', 'core.hooksPath', '.githooks'])
  } catch {
    console.warn('git is not there, so its hooks are not set')
  }
}
