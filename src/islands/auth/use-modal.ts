import { type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Open as a modal dialog for as long as it is mounted; closing it gives the focus back to where it was. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [dialog])
}

/** Closes on a click that begins and ends beside the panel; a selection dragged out of a field does not. */
export function useBackdrop(close: () => void) {
  const pressed = useRef(false)
  const isBeside = (event: { target: EventTarget; currentTarget: EventTarget }) =>
    event.target === event.currentTarget
  return {
    onPointerDown(event: PointerEvent) {
      pressed.current = isBeside(event)
    },
    onPointerUp(event: PointerEvent) {
      if (pressed.current && isBeside(event)) close()
      pressed.current = false
    },
  }
}
