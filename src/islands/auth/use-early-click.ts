import { type RefObject, useEffect } from 'react'

/** Replays one click made before hydration. The button needs a mark that before-paint.ts records, as `data-early`. */
export function useEarlyClick(button: RefObject<HTMLElement | null>, act: () => void): void {
  useEffect(() => {
    if (button.current && window.earlyClicks?.includes(button.current)) act()
  }, [])
}
