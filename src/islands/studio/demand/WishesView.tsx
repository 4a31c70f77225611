import { type SubmitEvent, useState } from 'react'
import type { Wish } from '#contract/studio/search/demand.ts'
import { addWish, listWishes, wishesFile } from '#contract/studio/search/demand-calls.ts'
import { demandTexts } from '#i18n/studio/demand/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { ExportButton } from '../ExportButton.tsx'
import { Pending } from '../LoadFailed.tsx'
import { Empty } from '../PagedTable.tsx'
import { WishCard } from './WishCard.tsx'

/** Wishes, and the figures of the clips that fill them. */
export function WishesView() {
  const t = demandTexts(pageLocale())
  const { setData, ...loaded } = useLoaded(() => requestAs(listWishes, undefined))
  const { data } = loaded
  const put = (wish: Wish) =>
    setData((known) => ({
      ...known,
      wishes: known.wishes.some(({ id }) => id === wish.id)
        ? known.wishes.map((one) => (one.id === wish.id ? wish : one))
        : [wish, ...known.wishes],
    }))
  const drop = ({ id }: Wish) =>
    setData((known) => ({ ...known, wishes: known.wishes.filter((one) => one.id !== id) }))
  return (
    <>
      <p className="panel-note">{t.wishes.lead}</p>
      <div className="figure-tools">
        <AddWish onAdded={put} />
        <ExportButton endpoint={wishesFile} params={undefined} name="wishes" label={t.csv} />
      </div>
      <Pending {...loaded} />
      {data?.wishes.length === 0 && <Empty title={t.wishes.none} lead={t.wishes.noneLead} />}
      {data && data.wishes.length > 0 && (
        <ul className="wish-list">
          {data.wishes.map((wish) => (
            <li key={wish.id}>
              <WishCard wish={wish} onChanged={put} onRemoved={drop} />
            </li>
          ))}
        </ul>
      )}
      {data?.more && <p className="panel-note">{t.wishes.more}</p>}
    </>
  )
}

function AddWish({ onAdded }: { onAdded: (wish: Wish) => void }) {
  const t = demandTexts(pageLocale())
  const [text, setText] = useState('')
  async function add(event: SubmitEvent) {
    event.preventDefault()
    if (text.trim() === '') return
    try {
      const wish = await requestAs(addWish, { text, note: '' })
      onAdded(wish)
      setText('')
      showToast({ kind: 'success', text: t.wished(wish.text) })
    } catch (error) {
      console.warn('A wish could not be added', error)
      showToast({ kind: 'error', text: t.wishFailed })
    }
  }
  return (
    <form className="wish-add" onSubmit={add}>
      <label htmlFor="new-wish">{t.wishes.add}</label>
      <input
        id="new-wish"
        className="studio-input"
        value={text}
        maxLength={100}
        aria-describedby="new-wish-hint"
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="button">
        {t.wishes.addButton}
      </button>
      <small id="new-wish-hint">{t.wishes.addHint}</small>
    </form>
  )
}
