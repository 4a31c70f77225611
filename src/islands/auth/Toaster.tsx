import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as Sonner, toast as say } from 'sonner'
import { authTexts } from '#i18n/auth/texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { $sessionLost } from '#stores/auth/auth.ts'
import { $tries, $waitingToasts, TOAST_MS, type Toast, takeToasts } from '#stores/toasts.ts'

/** Delay until screen readers know the live region; they announce only later additions. */
const LIVE_REGION_DELAY_MS = 100

type Sort = 'answer' | 'info'

/** The last toast of each sort. */
const last: Partial<Record<Sort, string | number>> = {}

/** Shows the toasts of `showToast`; loaded with the first one. */
export function Toaster({ locale }: { locale: Locale }) {
  const texts = authTexts(locale)
  const [host] = useState(() => document.createElement('div'))

  useEffect(() => {
    moveIntoDialog(host)
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = $waitingToasts.subscribe(() => {
        for (const toast of takeToasts()) {
          moveIntoDialog(host)
          show({ text: texts.unloaded, ...toast })
        }
      })
    }, LIVE_REGION_DELAY_MS)
    const stopTries = $tries.listen(() => dismissLast('answer'))
    // After a new sign-in the lost session no longer matters.
    const stopLost = $sessionLost.listen((lost) => lost || dismissLast('info'))
    return () => {
      clearTimeout(timer)
      stop()
      stopTries()
      stopLost()
      host.remove()
    }
  }, [host])

  return createPortal(
    <Sonner
      theme="system"
      position="bottom-right"
      duration={TOAST_MS}
      closeButton
      customAriaLabel={texts.notifications}
      toastOptions={{ closeButtonAriaLabel: texts.closeToast }}
    />,
    host,
  )
}

/** A newer toast replaces the last one, so that no old problem shows beside a success. */
function show({ kind, title, text, action, duration = TOAST_MS }: Toast & { text: string }): void {
  const sort = kind === 'info' ? 'info' : 'answer'
  dismissLast(sort)
  last[sort] = say[kind](title ?? text, {
    duration,
    ...(title && { description: text }),
    ...(action && { action: <Action action={action} /> }),
  })
}

function dismissLast(sort: Sort): void {
  if (last[sort] !== undefined) say.dismiss(last[sort])
}

function Action({ action }: { action: NonNullable<Toast['action']> }) {
  if ('signIn' in action)
    return (
      <button data-button type="button" data-sign-in="login" aria-haspopup="dialog">
        {action.label}
      </button>
    )
  return (
    <a data-button href={action.href} {...(action.newTab && { target: '_blank', rel: 'noopener' })}>
      {action.label}
    </a>
  )
}

/** Everything outside an open modal dialog is inert, so toasts move into it. */
function moveIntoDialog(host: HTMLElement): void {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const home = dialog ?? document.body
  if (host.parentElement !== home) home.append(host)
  dialog?.addEventListener('close', () => document.body.append(host), { once: true })
}
