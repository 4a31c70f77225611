import { spawnSync } from 'node:child_process'
import { isBuilt } from '../tests/support/shop/built-site.ts'

// An old build would have old sizes.
if (isBuilt()) process.exitCode = spawnSync('size-limit', { stdio: 'inherit' }).status ?? 1
else console.warn('Sizes are not checked: run "npm run build" first')
