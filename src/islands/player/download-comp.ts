import { comp } from '#contract/clips/download-calls.ts'
import { strings } from '#i18n/strings.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { save } from './download-clip.ts'

/** Saves the watermarked film of a clip, after a sign-in if necessary; a message says where it is relinked. */
export function downloadComp(id: number, failed: string): void {
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits the request
  askToSignIn({ view: 'register', then: () => saveComp(id, failed) })
}

async function saveComp(id: number, failed: string): Promise<void> {
  try {
    save(await requestAs(comp, { id }))
    const { compStarted, relink } = strings(pageLocale()).download
    const action = { label: relink, href: localizedLink('/relink') }
    showToast({ kind: 'success', text: compStarted, action })
  } catch (error) {
    console.warn('A comp could not be saved', error)
    showToast({ kind: 'error', text: failed })
  }
}
