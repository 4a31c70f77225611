import { createRoot } from 'react-dom/client'
import { loadStyles } from '../auth/load-styles.ts'
import dialogStyles from '../auth/sign-in.css?url'
import { AddDialog } from './AddDialog.tsx'

/** Opens the dialog over any page. */
export async function openAddDialog(clip: number): Promise<void> {
  await loadStyles(dialogStyles)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<AddDialog clip={clip} onClose={close} />)
}
