import { ACTIVITY_LABELS, type ActivityLabel } from '#domain/people/activity.ts'
import { countClick } from '#stores/analytics/activity.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'

declare global {
  interface Window {
    /** Elements clicked before the shell runs; see before-paint.ts. */
    earlyClicks?: Element[]
  }
}

const TRACKED = '[data-activity],[data-sign-in]'

/**
 * Counts clicks (`data-activity`), opens the dialog (`data-sign-in`), replays earlier clicks. Returns what stops it.
 */
export function followClicks(): () => void {
  // The list stays and grows: islands that load later look there for clicks on their buttons.
  window.earlyClicks?.forEach(followClick)
  const listen = ({ target }: Event) => {
    const element = target instanceof Element && target.closest(TRACKED)
    if (element) followClick(element)
  }
  // In the capture phase, so that no stopPropagation() hides a click.
  document.addEventListener('click', listen, { capture: true, passive: true })
  return () => document.removeEventListener('click', listen, { capture: true })
}

function followClick(element: Element): void {
  const label = element.getAttribute('data-activity')
  if (isLabel(label)) countClick(label)
  const view = element.getAttribute('data-sign-in')
  if (view) askToSignIn({ view: view === 'login' ? 'login' : 'register' })
}

function isLabel(label: string | null): label is ActivityLabel {
  return ACTIVITY_LABELS.includes(label as ActivityLabel)
}
