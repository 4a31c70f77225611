import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder for this user alone, and those above it. False if it is there. Node's `recursive` never ends below a
 * folder that takes none, such as /proc.
 */
export async function makeFolder(path: string): Promise<boolean> {
  const make = () => mkdir(path, { mode: 0o700 }).then(() => true, falseIfThere)
  try {
    return await make()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    return make()
  }
}

function falseIfThere(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EEXIST') throw error
  return false
}
