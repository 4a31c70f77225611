import { boardsTexts } from '#i18n/boards/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { toastUnloaded } from '#stores/toasts.ts'
import { loadStyles } from '../auth/load-styles.ts'
import styles from './offer-adding.css?url'

/** Adds the button behind a heart, once. @param at the heart of the clip, or something within a tile */
export async function offerAdding(at: EventTarget | null, clip?: number): Promise<void> {
  if (!(at instanceof Element)) return
  const tile = at.closest('li:has(> [data-like])')
  const heart = clip ? at : tile?.querySelector<HTMLElement>('[data-like]')
  if (!heart) return
  await loadStyles(styles)
  if (heart.parentElement?.querySelector('[data-add]')) return
  const { addTo } = boardsTexts(pageLocale())
  const id = clip ?? Number(heart.getAttribute('data-like'))
  const title = tile?.querySelector('.tile-title')?.textContent
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', title: addTo })
  button.className = clip ? 'like-button board-add' : 'tile-button tile-add'
  button.dataset.add = String(id)
  button.setAttribute('aria-label', title ? `${addTo}: ${title}` : addTo)
  button.setAttribute('aria-haspopup', 'dialog')
  button.addEventListener('click', () => {
    import('./open-add-dialog.tsx').then(({ openAddDialog }) => openAddDialog(id)).catch(toastUnloaded)
  })
  heart.after(button)
}
