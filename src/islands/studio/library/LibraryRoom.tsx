import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BulkOperation, LibraryChoices } from '#contract/studio/clips/library.ts'
import { exportSheet, libraryChoices, libraryIds } from '#contract/studio/clips/library-calls.ts'
import type { BulkChange } from '#domain/studio/library/bulk-change.ts'
import { LIBRARY_SORTS, MOST_SELECTED, sortOf, usualOrder } from '#domain/studio/library/library-filters.ts'
import { libraryTexts } from '#i18n/studio/library/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { saveCsv } from '#stores/studio/save-csv.ts'
import { showToast } from '#stores/toasts.ts'
import { Options } from '../../auth/Options.tsx'
import { useLoaded } from '../../loading/use-loaded.ts'
import { LoadFailed } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'
import { useAction } from '../use-action.ts'
import { AddToSetDialog } from './AddToSetDialog.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import { BulkProgress } from './BulkProgress.tsx'
import { countText, Filters, sumOf } from './Filters.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { LibraryList, type View } from './LibraryList.tsx'
import { clipPath } from './rows.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { useKeys } from './use-keys.ts'
import { type Library, useLibrary } from './use-library.ts'
import { type Listed, useLibraryFilters } from './use-library-filters.ts'
import { useSelection } from './use-selection.ts'

/** Every clip, in any state: search, select, and change many at once. */
export const LibraryRoom = studioRoom('edit', Room)

interface Dialog {
  kind: BulkChange['kind']
  ids: readonly number[]
}

function Room() {
  const t = libraryTexts(pageLocale())
  const { listed, change } = useLibraryFilters()
  const library = useLibrary(listed)
  const selection = useSelection(library.rows)
  const choices = useLoaded(() => requestAs(libraryChoices, undefined)).data
  const [view, setView] = useView()
  const [active, setActive] = useState(0)
  const [dialog, setDialog] = useState<Dialog | 'keys' | 'set'>()
  const [operation, setOperation] = useState<BulkOperation>()
  const search = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const { run } = useAction(t.failed)
  const showKeys = useCallback(() => setDialog('keys'), [])
  // Not when another list is asked for: rows of the former one can be selected until its rows come.
  useEffect(() => {
    setActive(0)
    selection.set([])
  }, [library.rowsOf])

  const names = useMemo(() => namesOf(choices), [choices])
  const { counts } = library
  const total = counts && (listed.state ? counts[listed.state] : sumOf(counts))

  async function selectAll() {
    const { ids, more } = await requestAs(libraryIds, listed)
    selection.set(ids)
    if (more) showToast({ kind: 'info', text: t.mostSelected(MOST_SELECTED) })
  }

  /** Applies to the selected clips, or else to the focused one. */
  const start = (kind: BulkChange['kind']) => {
    const one = library.rows[active]
    const ids = selection.ids.size > 0 ? [...selection.ids] : one ? [one.id] : []
    if (ids.length > 0) setDialog({ kind, ids })
  }
  useKeys(
    {
      '/': () => search.current?.focus(),
      '?': showKeys,
      e: () => {
        const one = library.rows[active]
        if (selection.ids.size > 1) start('keywords')
        else if (one) location.assign(clipPath(selection.ids.size === 1 ? [...selection.ids][0]! : one.id))
      },
      p: () => start('publish'),
      h: () => start('hide'),
      Escape: () => selection.set([]),
      'Ctrl+a': () => void run(selectAll),
    },
    dialog === undefined,
  )

  return (
    <div className="stack-4 library-room">
      <Filters listed={listed} change={change} counts={library.counts} choices={choices} search={search} />
      <Tools listed={listed} change={change} view={view} setView={setView} onKeys={showKeys} />
      <BulkProgress operation={operation} onOperation={setOperation} onEnded={library.reload} />
      <LibraryList
        key={view}
        grid={grid}
        view={view}
        library={library}
        known={total?.at_least ? 0 : (total?.count ?? 0)}
        selection={selection}
        active={active}
        onActive={setActive}
        isByDay={sortOf(listed) === 'publish_at'}
        categoryName={(category) => names.get(category) ?? category}
      />
      <Below library={library} isFiltered={library.rowsOf !== '{}'} />
      <SelectionBar
        count={selection.ids.size}
        inTrash={listed.state === 'trashed'}
        all={total && selection.ids.size < total.count ? countText(total) : undefined}
        onAll={() => void run(selectAll)}
        onClear={() => {
          selection.set([])
          grid.current?.focus()
        }}
        onOperation={start}
        onAddToSet={() => setDialog('set')}
        onExport={() => void run(() => saveCsv(exportSheet, { ids: [...selection.ids] }, 'library'))}
      />
      {dialog === 'keys' && <KeysDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'set' && <AddToSetDialog ids={[...selection.ids]} onClose={() => setDialog(undefined)} />}
      {dialog && dialog !== 'keys' && dialog !== 'set' && (
        <BulkDialog
          {...dialog}
          choices={choices}
          onClose={() => setDialog(undefined)}
          onStarted={(started) => {
            setDialog(undefined)
            setOperation(started)
          }}
        />
      )}
    </div>
  )
}

interface ToolsProps {
  listed: Listed
  change: (values: Partial<Listed>) => void
  view: View
  setView: (view: View) => void
  onKeys: () => void
}

/** Sort, order and view. */
const Tools = memo(function Tools({ listed, change, view, setView, onKeys }: ToolsProps) {
  const t = libraryTexts(pageLocale())
  const sort = sortOf(listed)
  const order = listed.order ?? usualOrder(sort)
  const sorts = LIBRARY_SORTS.filter((one) => sortOf({ ...listed, sort: one }) === one)
  return (
    <div className="row library-tools">
      <label className="library-sort">
        <span>{t.sort}</span>
        <select
          value={sort}
          onChange={(event) => change({ sort: event.target.value as Listed['sort'], order: undefined })}
        >
          <Options of={sorts.map((one) => [one, t.sorts[one]])} />
        </select>
      </label>
      {sort !== 'relevance' && (
        <button
          type="button"
          className="pill-button"
          aria-label={t.reverse}
          onClick={() => change({ sort, order: order === 'asc' ? 'desc' : 'asc' })}
        >
          <span aria-hidden="true">{order === 'asc' ? '↑' : '↓'}</span>
        </button>
      )}
      <fieldset className="row">
        <legend className="visually-hidden">{t.view}</legend>
        {(['table', 'grid'] as const).map((one) => (
          <button
            type="button"
            key={one}
            className="pill-button"
            aria-pressed={view === one}
            onClick={() => setView(one)}
          >
            {t[one]}
          </button>
        ))}
      </fieldset>
      <a className="pill-button" href={localizedLink('/studio/import')}>
        {t.importSheet}
      </a>
      <button type="button" className="pill-button library-keys-button" onClick={onKeys}>
        {t.keys} <kbd>?</kbd>
      </button>
    </div>
  )
})

/** Below the rows: a loading, empty or failed message. */
function Below({ library, isFiltered }: { library: Library; isFiltered: boolean }) {
  const t = libraryTexts(pageLocale())
  const { rows, hasMore, status, retry } = library
  if (status === 'failed') return <LoadFailed retry={retry} />
  if (rows.length > 0 || hasMore)
    return (
      <p className="panel-note" role="status">
        {rows.length === 0 && status === 'loading' ? t.looking : ''}
      </p>
    )
  return (
    <div className="library-none" role="status">
      <p className="panel-note">{isFiltered ? t.noneFound : t.none}</p>
      {!isFiltered && (
        <a className="button" href={localizedLink('/studio/uploads')}>
          {t.toUploads}
        </a>
      )}
    </div>
  )
}

function namesOf(choices: LibraryChoices | undefined): Map<string, string> {
  const isJapanese = pageLocale() === 'ja'
  return new Map(choices?.categories.map(({ key, label, label_ja }) => [key, isJapanese ? label_ja : label]))
}

const VIEW_KEY = 'studio-library-view'

/** Remembered in this browser. */
function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => {
    try {
      return localStorage.getItem(VIEW_KEY) === 'grid' ? 'grid' : 'table'
    } catch {
      return 'table'
    }
  })
  const remember = useCallback((next: View) => {
    setView(next)
    try {
      localStorage.setItem(VIEW_KEY, next)
    } catch {
      // Then it is not remembered.
    }
  }, [])
  return [view, remember]
}
