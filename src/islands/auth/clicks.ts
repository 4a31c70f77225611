import { ACTIVITY_LABELS, type ActivityLabel } from '#domain/people/activity.ts'
import { countClick } from '#stores/analytics/activity.ts'
import { signOut } from '#stores/auth/auth.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'

declare global {
  interface Window {
    /** Elements clicked before the shell runs; see before-paint.ts. */
    earlyClicks?: Element[]
  }
}

const TRACKED = '[data-activity],[data-sign-in],#account-menu a'

/**
 * Counts clicks (`data-activity`), opens the dialog (`data-sign-in`), signs out (`data-sign-out`), replays earlier
 * clicks. Returns what stops it.
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
  document.addEventListener('focusin', closeMenuBehind)
  return () => {
    document.removeEventListener('click', listen, { capture: true })
    document.removeEventListener('focusin', closeMenuBehind)
  }
}

function followClick(element: Element): void {
  const label = element.getAttribute('data-activity')
  if (isLabel(label)) countClick(label)
  const view = element.getAttribute('data-sign-in')
  if (view) askToSignIn({ view: view === 'login' ? 'login' : 'register' })
  if (element.hasAttribute('data-sign-out')) void signOut()
  // A link within the page leaves it open.
  element.closest<HTMLElement>('#account-menu')?.hidePopover()
}

/** The account menu would cover the next focused element. */
function closeMenuBehind({ target }: Event): void {
  const menu = document.querySelector<HTMLElement>('#account-menu:popover-open')
  if (menu && target instanceof Element && !menu.contains(target) && !target.matches('.header-menu'))
    menu.hidePopover()
}

function isLabel(label: string | null): label is ActivityLabel {
  return ACTIVITY_LABELS.includes(label as ActivityLabel)
}
