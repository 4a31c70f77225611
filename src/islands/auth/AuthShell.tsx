import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { isAdmin, isPaid, mayEdit } from '#domain/membership/membership.ts'
import { firstName } from '#domain/people/first-name.ts'
import type { Locale } from '#i18n/strings.ts'
import type { AnalyticsSettings } from '#stores/analytics/analytics.ts'
import { startAnalytics } from '#stores/analytics/start-analytics.ts'
import { $auth, $sessionLost } from '#stores/auth/auth.ts'
import { $signInRequest, closeDialog, openRequestedDialog } from '#stores/auth/dialog.ts'
import { $waitingToasts, showPreviousToast, showToast, takeToasts } from '#stores/toasts.ts'
import { lateDialog } from '../account/late-dialog.tsx'
import { followClicks } from './clicks.ts'
import { loadStyles } from './load-styles.ts'
import dialogStyles from './sign-in.css?url'
import toasterStyles from './toaster.css?url'

/** The toast of a lost session comes unasked, so it stays longer. */
const LONG_TOAST_MS = 15_000

export interface AuthShellProps {
  locale: Locale
  /** Whether to ask for the occupation after registering. */
  survey: boolean
  analytics?: AnalyticsSettings | undefined
  /** Since when the shop's own terms hold. */
  termsDay?: string
  /** There is no programme for testers. */
  plainSignUp?: boolean
  texts: { offline: string; sessionEnded: string; logIn: string }
}

const AuthDialog = lateDialog(async () => {
  const [{ AuthDialog }] = await Promise.all([import('./AuthDialog.tsx'), loadStyles(dialogStyles)])
  return AuthDialog
})

async function loadToaster() {
  const [{ Toaster }] = await Promise.all([import('./Toaster.tsx'), loadStyles(toasterStyles)])
  return Toaster
}

/** On every page, so small: header state, clicks, and lazy loading of the dialog and the toasts. */
export function AuthShell({ locale, survey, analytics, termsDay, plainSignUp, texts }: AuthShellProps) {
  const request = useStore($signInRequest)
  const waiting = useStore($waitingToasts)
  const [Toaster, setToaster] = useState<Awaited<ReturnType<typeof loadToaster>>>()

  useEffect(() => {
    if (waiting.length === 0 || Toaster) return
    loadToaster().then(
      (loaded) => setToaster(() => loaded),
      () => alertToasts(texts.offline),
    )
  }, [waiting, Toaster])
  useEffect(syncHeader, [])
  useEffect(followClicks, [])
  useEffect(showPreviousToast, [])
  useEffect(() => toastLostSession(texts), [])
  useEffect(() => openRequestedDialog(), [])
  useEffect(() => {
    if (analytics) void startAnalytics(analytics)
  }, [analytics])

  return (
    <>
      {request && (
        <AuthDialog {...{ request, locale, survey, termsDay, plainSignUp }} onClose={closeDialog} />
      )}
      {Toaster && <Toaster locale={locale} />}
    </>
  )
}

/** When even the toaster cannot be loaded, offline, an alert answers the click. */
function alertToasts(offline: string): void {
  for (const { text = offline } of takeToasts()) alert(text)
}

/**
 * Shows a toast when the session is lost; the account page redirects, so the next page shows it there. Returns a
 * function that stops it.
 */
function toastLostSession({ sessionEnded, logIn }: AuthShellProps['texts']): () => void {
  return $sessionLost.subscribe((lost) => {
    if (!lost || document.querySelector('.members-only')) return
    showToast({
      kind: 'info',
      text: sessionEnded,
      action: { label: logIn, signIn: true },
      duration: LONG_TOAST_MS,
    })
  })
}

/** Updates the header when the sign-in changes, in any tab. Returns a function that stops it. */
function syncHeader(): () => void {
  return $auth.subscribe((record) => {
    const page = document.documentElement
    page.toggleAttribute('data-signed-in', record !== undefined)
    page.toggleAttribute('data-paid', isPaid(record))
    page.toggleAttribute('data-admin', isAdmin(record))
    page.toggleAttribute('data-editor', mayEdit(record))
    for (const element of document.querySelectorAll('[data-first-name]'))
      element.textContent = record ? firstName(record.name) : ''
  })
}
