import { useState } from 'react'
import { ApiError, request } from '#contract/request.ts'
import { changeCollection, changePromotion, collection, ownSetList, promotion } from '#contract/set-calls.ts'
import type { SetLine } from '#contract/sets.ts'
import { MAX_SET_CLIPS } from '#domain/sets/set-limits.ts'
import { libraryTexts } from '#i18n/studio/library-texts.ts'
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
    try {
      const added = await addTo(set, ids)
      if (added === undefined) return t.full(MAX_SET_CLIPS)
      showToast({ kind: 'success', text: t.done(added, set.name) })
      onClose()
      return undefined
    } catch (error) {
      console.warn('The clips could not be added to the set', error)
      return error instanceof ApiError && error.answer.status === 'BAD_CLIPS' ? t.unpublished : t.failed
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

/** How many clips are new to the set; undefined if it would have too many. @throws as requestAs() */
async function addTo({ kind, id }: SetLine, ids: readonly number[]): Promise<number | undefined> {
  const { sources } = await request(kind === 'promotion' ? promotion : collection, { id })
  const source_ids = [...new Set([...sources.map((source) => source.id), ...ids])]
  if (source_ids.length > MAX_SET_CLIPS) return undefined
  await requestAs(kind === 'promotion' ? changePromotion : changeCollection, { id, source_ids })
  return source_ids.length - sources.length
}
