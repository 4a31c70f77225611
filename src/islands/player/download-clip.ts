import { currentUser } from '#contract/accounts/account-calls.ts'
import { signMedia } from '#contract/clips/download-calls.ts'
import type { SignedMedia } from '#contract/clips/downloads.ts'
import { ApiError } from '#contract/request.ts'
import { isPaid } from '#domain/membership/membership.ts'
import { countClick } from '#stores/analytics/activity.ts'
import { $auth, updateUser } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { localizedLink } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'

export interface DownloadTexts {
  blocked: string
  openPricing: string
  started: string
  seeLicence: string
  failed: string
}

export interface DownloadableClip {
  id: number
  cloudpath: string
}

/** Time to read the message before the upgrade page opens. */
const PRICING_DELAY_MS = 3000

/** Handles a click on Download: asks to sign in, explains the upgrade, or saves the film. Shows errors. */
export async function downloadClip(clip: DownloadableClip, texts: DownloadTexts): Promise<void> {
  const sign = () => requestAs(signMedia, { filepath: clip.cloudpath })
  return downloadFilm({ id: clip.id, paidOnly: true, sign }, texts)
}

export interface Film {
  id: number
  /** Whether it needs a paid membership. */
  paidOnly: boolean
  sign: () => Promise<SignedMedia>
}

/** Like downloadClip(), for a film with another sign call. */
export async function downloadFilm(film: Film, texts: DownloadTexts): Promise<void> {
  countClick('DOWNLOAD_CLICK', { id: film.id })
  if ($auth.get()) return saveOrExplainUpgrade(film, texts)
  saveAfterSignIn(film, texts)
}

function saveAfterSignIn(film: Film, texts: DownloadTexts): void {
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits the request
  askToSignIn({ view: 'register', then: () => saveOrExplainUpgrade(film, texts) })
}

async function saveOrExplainUpgrade(film: Film, texts: DownloadTexts): Promise<void> {
  const mayTry = !film.paidOnly || (await hasPaid())
  if (!$auth.get()) return saveAfterSignIn(film, texts)
  if (!mayTry) return explainUpgrade(texts)
  try {
    const media = await film.sign()
    save(media)
    const action = { label: texts.seeLicence, href: localizedLink(`/licence/${media.licence}`) }
    showToast({ kind: 'success', text: texts.started, action })
  } catch (error) {
    if (error instanceof ApiError && error.answer.status === 'UPGRADE_REQUIRED') {
      void askAgain()
      return explainUpgrade(texts)
    }
    console.warn('A download could not be started', error)
    if (!$auth.get()) return saveAfterSignIn(film, texts)
    showToast({ kind: 'error', text: texts.failed })
  }
}

/** Asks the server before suggesting to pay: the member may have paid elsewhere a minute ago. */
export async function hasPaid(): Promise<boolean> {
  if (isPaid($auth.get())) return true
  await askAgain()
  return isPaid($auth.get())
}

async function askAgain(): Promise<void> {
  try {
    updateUser(await requestAs(currentUser, undefined))
  } catch (error) {
    console.warn('The membership could not be loaded', error)
  }
}

let opening = false

/** The message has a link, in case the browser blocks the new window. */
export function explainUpgrade({ blocked, openPricing }: DownloadTexts): void {
  const action = { label: openPricing, href: localizedLink('/pricing'), newTab: true }
  showToast({ kind: 'info', text: blocked, action, duration: 5000 })
  if (opening) return
  opening = true
  setTimeout(() => {
    opening = false
    window.open(localizedLink('/pricing'), '_blank', 'noopener')
  }, PRICING_DELAY_MS)
}

/** The browser streams the film to disk; the page never holds it. */
export function save({ url, file_name }: Pick<SignedMedia, 'url' | 'file_name'>): void {
  const link = Object.assign(document.createElement('a'), { href: url, download: file_name })
  link.click()
}
