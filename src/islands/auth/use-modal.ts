import { type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Opens the dialog as modal while mounted; closing restores the focus. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [dialog])
}

/** Closes on a click that starts and ends on the backdrop; dragging a selection out of a field does not count. */
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
