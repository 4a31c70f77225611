import { type ComponentType, useEffect, useState } from 'react'
import { toastUnloaded } from '#stores/toasts.ts'

/** A dialog whose code loads when it is opened. If that fails, a toast says so and the page stays. */
export function lateDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LateDialog(props) {
    const [Dialog, setDialog] = useState<ComponentType<Props>>()
    useEffect(() => {
      load().then(
        (loaded) => setDialog(() => loaded),
        (error) => {
          toastUnloaded(error)
          props.onClose()
        },
      )
    }, [])
    return Dialog && <Dialog {...props} />
  }
}
