import { type RefObject, useEffect } from 'react'

/**
 * Replays one click made before the script was loaded. The button needs `data-early` or another mark that before-
 * paint.ts records.
 */
export function useEarlyClick(button: RefObject<HTMLElement | null>, act: () => void): void {
  useEffect(() => {
    if (button.current && window.earlyClicks?.includes(button.current)) act()
  }, [])
}
