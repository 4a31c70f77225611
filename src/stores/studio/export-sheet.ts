import { saveAs } from 'file-saver'
import { freshToken } from '../auth/auth.ts'

/** Saves a sheet of clips, in this order. @throws Error if the server refuses or is unreachable */
export async function exportSheet(ids: readonly number[], name: string): Promise<void> {
  const response = await fetch('/api/studio/library/csv', {
    method: 'POST',
    headers: { authorization: `Bearer ${await freshToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ids }),
  })
  if (!response.ok) throw new Error(`the sheet could not be exported: ${response.status}`)
  saveAs(await response.blob(), name)
}
