import { type ComponentType, useEffect, useState } from 'react'
import { authTexts } from '#i18n/auth-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'

/** A dialog whose code is loaded when it is opened. If that fails, a toast says so and the page stays. */
export function lateDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LateDialog(props) {
    const [Dialog, setDialog] = useState<ComponentType<Props>>()
    useEffect(() => {
      load().then(
        (loaded) => setDialog(() => loaded),
        (error) => {
          console.warn('A dialog could not be loaded', error)
          showToast({ kind: 'error', text: authTexts(pageLocale()).reasons.offline })
          props.onClose()
        },
      )
    }, [])
    return Dialog && <Dialog {...props} />
  }
}
