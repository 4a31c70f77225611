import { type RefObject, useEffect } from 'react'

/**
 * Does what a button does, once, where it was clicked before its script was here. The button carries `data-early`, or
 * another mark by which the page remembers clicks (before-paint.ts).
 */
export function useEarlyClick(button: RefObject<HTMLElement | null>, act: () => void): void {
  useEffect(() => {
    if (button.current && window.earlyClicks?.includes(button.current)) act()
  }, [])
}
