import { freshToken } from '../auth/auth.ts'
import { saveBlob } from '../download/save-file.ts'

/** Saves a list of the studio as a file. @throws Error if the server refuses or is unreachable */
export async function downloadCsv(path: string, name: string): Promise<void> {
  const answer = await fetch(path, { headers: { authorization: `Bearer ${await freshToken()}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await saveBlob(await answer.blob(), name)
}
