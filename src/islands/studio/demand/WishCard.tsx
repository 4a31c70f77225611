import { type SubmitEvent, useId, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import { CLIP_SORTS, WISH_STATUSES, type Wish, type WishStatus } from '#contract/studio/search/demand.ts'
import { changeWish, removeWish } from '#contract/studio/search/demand-calls.ts'
import { searchPath } from '#domain/address/search-path.ts'
import { demandTexts } from '#i18n/studio/demand/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { LinkButton } from '../../auth/buttons.tsx'
import { Options } from '../../auth/Options.tsx'
import { ClipName } from './ClipsView.tsx'
import { stockText } from './stock-text.ts'

interface WishCardProps {
  wish: Wish
  onChanged: (wish: Wish) => void
  onRemoved: (wish: Wish) => void
}

/** A wish, edited in place. */
export function WishCard({ wish, onChanged, onRemoved }: WishCardProps) {
  const locale = pageLocale()
  const t = demandTexts(locale)
  const id = useId()
  const [status, setStatus] = useState<WishStatus>(wish.status)
  const [note, setNote] = useState(wish.note)
  const [clips, setClips] = useState(numbersText(wish))
  const [problem, setProblem] = useState('')
  const [removing, setRemoving] = useState(false)

  async function save(event: SubmitEvent) {
    event.preventDefault()
    const ids = numbersOf(clips)
    if (!ids) return setProblem(t.wishes.clipsWrong)
    try {
      const saved = await requestAs(changeWish, { id: wish.id, status, note, clips: ids })
      setProblem('')
      setClips(numbersText(saved))
      onChanged(saved)
      showToast({ kind: 'success', text: t.wishes.saved })
    } catch (error) {
      console.warn('A wish could not be changed', error)
      if (error instanceof ApiError && error.status === 400) setProblem(t.wishes.clipsWrong)
      else showToast({ kind: 'error', text: t.wishFailed })
    }
  }

  async function remove() {
    if (!removing) return setRemoving(true)
    try {
      await requestAs(removeWish, { id: wish.id })
      onRemoved(wish)
      showToast({ kind: 'success', text: t.wishes.removed(wish.text) })
    } catch (error) {
      console.warn('A wish could not be removed', error)
      showToast({ kind: 'error', text: t.wishFailed })
    }
  }

  return (
    <form className="wish" onSubmit={save} aria-labelledby={`${id}-name`}>
      <header>
        <h3 id={`${id}-name`}>
          <a href={localizedLink(searchPath(wish.text))}>{wish.text}</a>
        </h3>
        <p className="panel-note">
          {t.wishes.searched(wish.visitors.toLocaleString(locale))}
          {wish.stock !== null && ` · ${t.stock}: ${stockText(wish, locale)}`}
        </p>
      </header>
      <div className="wish-fields">
        <label className="studio-field">
          {t.wishes.status}
          <select value={status} onChange={({ target }) => setStatus(target.value as WishStatus)}>
            <Options of={WISH_STATUSES.map((each) => [each, t.wishes.statuses[each]])} />
          </select>
        </label>
        <label className="studio-field">
          {t.wishes.clips}
          <input
            value={clips}
            inputMode="numeric"
            aria-invalid={problem !== ''}
            aria-describedby={`${id}-clips`}
            onChange={({ target }) => {
              setProblem('')
              setClips(target.value)
            }}
          />
          <small id={`${id}-clips`}>{t.wishes.clipsHint}</small>
        </label>
        <label className="studio-field wish-note">
          {t.wishes.note}
          <textarea rows={2} maxLength={1000} value={note} onChange={({ target }) => setNote(target.value)} />
        </label>
      </div>
      <p className="form-problem" role="alert">
        {problem}
      </p>
      {wish.clips.length > 0 && <WishClips clips={wish.clips} />}
      <div className="panel-actions">
        <button type="submit" className="button button-quiet">
          {t.wishes.save}
        </button>
        <LinkButton onBlur={() => setRemoving(false)} onClick={() => void remove()}>
          {removing ? t.wishes.reallyRemove : t.wishes.remove}
          <span className="visually-hidden">: {wish.text}</span>
        </LinkButton>
      </div>
    </form>
  )
}

function numbersText({ clips }: Wish): string {
  return clips.map(({ id }) => id).join(', ')
}

/** Undefined if anything but numbers is between the commas. */
function numbersOf(text: string): number[] | undefined {
  const parts = text
    .normalize('NFKC')
    .split(/[,、\s]+/)
    .filter(Boolean)
  return parts.every((part) => /^[1-9]\d{0,14}$/.test(part)) ? parts.map(Number) : undefined
}

/** The figures of the clips that fill a wish. */
function WishClips({ clips }: { clips: Wish['clips'] }) {
  const locale = pageLocale()
  const t = demandTexts(locale)
  return (
    <div className="stack-2 wish-clips">
      <h4>{t.wishes.came}</h4>
      <p className="panel-note">{t.wishes.cameLead}</p>
      <ul>
        {clips.map((clip) => (
          <li key={clip.id}>
            <ClipName clip={clip} />
            <span className="panel-note">
              {CLIP_SORTS.map((each) => `${t.clips.sort[each]} ${clip[each].toLocaleString(locale)}`).join(
                ' · ',
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
