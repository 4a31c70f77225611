import { addressOf } from '#contract/request.ts'
import { clipFrames } from '#contract/studio/editor-calls.ts'
import { freshToken } from '#stores/auth/auth.ts'

/** The strip of a clip's frames as a data URL; the policy allows no other picture from outside the site. */
export async function loadStrip(id: number, signal: AbortSignal): Promise<string> {
  const headers = { authorization: `Bearer ${await freshToken()}` }
  const response = await fetch(addressOf(clipFrames, { id }), { headers, signal })
  if (!response.ok) throw new Error(`The frames were answered with ${response.status}`)
  return dataUrl(await response.blob())
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
