import { atom, type ReadableAtom } from 'nanostores'
import type { Source } from '#contract/clips/clips.ts'
import { listPage } from '#contract/lists.ts'
import { request } from '#contract/request.ts'
import { requestAs } from '#stores/auth/authorised.ts'

export interface ClipListState<Clip> {
  /** Pages after the server-rendered one. */
  pages: readonly (readonly Clip[])[]
  /** Null after the last page. */
  nextOffset: number | null
  status: 'idle' | 'loading' | 'failed'
}

export interface ClipList<Clip> {
  $state: ReadableAtom<ClipListState<Clip>>
  /** Fetches the next page unless a fetch is running or none is left; a failure goes into the state. */
  more(): Promise<void>
  stop(): void
}

/**
 * An infinite list. A clip that moved to a later page meanwhile is shown only once. @param list path of the list's API;
 * `shown`: ids that the server rendered; `own`: fetch as the signed-in person; `keep`: picks the needed fields of a
 * clip, since a list may grow to thousands
 */
export function openClipList<Clip>(
  list: string,
  {
    shown,
    nextOffset,
    own = false,
    keep,
  }: { shown: number[]; nextOffset: number | null; own?: boolean; keep: (source: Source) => Clip },
): ClipList<Clip> {
  const $state = atom<ClipListState<Clip>>({ pages: [], nextOffset, status: 'idle' })
  const seen = new Set(shown)
  const abort = new AbortController()

  async function more(): Promise<void> {
    const { nextOffset: offset, status, pages } = $state.get()
    if (offset === null || status === 'loading') return
    $state.set({ pages, nextOffset: offset, status: 'loading' })
    try {
      const ask = own ? requestAs : request
      const page = await ask(listPage(list), { offset }, { signal: abort.signal })
      const fresh = page.sources.filter(({ id }) => !seen.has(id))
      for (const { id } of fresh) seen.add(id)
      $state.set({
        pages: fresh.length ? [...pages, fresh.map(keep)] : pages,
        nextOffset: page.next_offset,
        status: 'idle',
      })
    } catch (error) {
      if (abort.signal.aborted) return
      console.error('The next page of clips could not be fetched', error)
      $state.set({ pages, nextOffset: offset, status: 'failed' })
    }
  }

  return { $state, more, stop: () => abort.abort() }
}
