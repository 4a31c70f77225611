import { useEffect, useRef } from 'react'

/** Shortcuts for the whole page, except while typing in a field. */
export function useKeys(acts: Record<string, () => void>, isOn: boolean): void {
  const current = useRef(acts)
  current.current = acts
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing || isTyping(event.target)) return
      const isChord = event.ctrlKey || event.metaKey
      const act = current.current[isChord ? `Ctrl+${event.key.toLowerCase()}` : event.key]
      if (!act || document.querySelector('dialog:modal')) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea') !== null
}
