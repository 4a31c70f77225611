import { ACTIVITY_LABELS, type ActivityLabel } from '#domain/people/activity.ts'
import { countClick } from '#stores/analytics/activity.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'

declare global {
  interface Window {
    /** Elements that were clicked, from the first on; see before-paint.ts. */
    earlyClicks?: Element[]
  }
}

const WATCHED = '[data-activity],[data-sign-in]'

/**
 * One listener for the whole page: `data-activity="LABEL"` counts the click, `data-sign-in="register"` (or "login")
 * opens the dialog. Clicks that came too early are made good. Returns what stops it.
 */
export function followClicks(): () => void {
  // The list is left as it is, and goes on: an island that wakes later looks there whether it was clicked.
  window.earlyClicks?.forEach(followClick)
  const listen = ({ target }: Event) => {
    const element = target instanceof Element && target.closest(WATCHED)
    if (element) followClick(element)
  }
  // While capturing, so that nobody's stopPropagation() loses a click.
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
