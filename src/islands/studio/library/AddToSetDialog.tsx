import { useState } from 'react'
import { ApiError } from '#contract/request.ts'
import { changeCollection, changePromotion, ownSetList } from '#contract/sets/set-calls.ts'
import type { SetLine } from '#contract/sets/sets.ts'
import { MAX_SET_CLIPS } from '#domain/sets/set-limits.ts'
import { libraryTexts } from '#i18n/studio/library/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { ActDialog } from '../ActDialog.tsx'
import { Pending } from '../LoadFailed.tsx'
import { Select } from '../Select.tsx'

/** Adds the selected clips to the end of one of the person's sets; the admin sees all sets. */
export function AddToSetDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const t = libraryTexts(pageLocale()).toSet
  const loaded = useLoaded(() => requestAs(ownSetList, { offset: 0 }))
  const [chosen, setChosen] = useState('')
  const sets = loaded.data?.sets.filter(isOpen) ?? []
  const set = sets.find((line) => keyOf(line) === chosen) ?? sets[0]

  async function add() {
    if (!set) return t.none
    const change = set.kind === 'promotion' ? changePromotion : changeCollection
    try {
      const { added = 0 } = await requestAs(change, { id: set.id, added_ids: [...ids] })
      showToast({ kind: 'success', text: t.done(added, set.name) })
      onClose()
      return undefined
    } catch (error) {
      console.warn('The clips could not be added to the set', error)
      const code = error instanceof ApiError && error.answer.status
      if (code === 'SET_FULL') return t.full(MAX_SET_CLIPS)
      return code === 'BAD_CLIPS' ? t.unpublished : t.failed
    }
  }

  return (
    <ActDialog
      title={t.title(ids.length)}
      texts={{ submit: t.add, busy: t.busy, cancel: libraryTexts(pageLocale()).cancel }}
      act={add}
      onClose={onClose}
    >
      {() => (
        <>
          <Pending {...loaded} />
          {sets.length > 0 && (
            <Select
              label={t.which}
              value={set ? keyOf(set) : ''}
              options={sets.map((line) => ({ value: keyOf(line), name: line.name }))}
              onChoose={setChosen}
            />
          )}
          {loaded.data && sets.length === 0 && <p>{t.none}</p>}
          <p>
            <a href={localizedLink('/curated-make')}>{t.make}</a>
          </p>
        </>
      )}
    </ActDialog>
  )
}

/** Sets of both kinds may have the same id. */
const keyOf = ({ kind, id }: SetLine) => `${kind} ${id}`

/** Neither ended nor without its name. */
const isOpen = ({ url, expiry }: SetLine) =>
  url !== null && (expiry === undefined || Date.parse(expiry) > Date.now())
