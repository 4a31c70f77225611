import { atom } from 'nanostores'
import { keepTabList, readTabList } from './tab-list.ts'

/** A file that an earlier page of this tab was about to send. */
export interface UnsentFile {
  name: string
  folder: string
  bytes: number
}

const KEY = 'studio-unsent-files'

/** Files that a reload took from the queue before the server heard of them. They can only be chosen again. */
export const $unsent = atom<readonly UnsentFile[]>([])

/**
 * Lists what the page before left, and notes what this one leaves. Returns a function that stops it.
 * @param unsent the files that the server has not heard of
 */
export function keepUnsent(unsent: () => readonly UnsentFile[]): () => void {
  $unsent.set(readTabList(KEY))
  const note = () => keepTabList(KEY, [...unsent(), ...$unsent.get()])
  addEventListener('pagehide', note)
  return () => removeEventListener('pagehide', note)
}

/** The file was chosen again, perhaps without its folder, or is no longer wanted. */
export function forgetUnsent({ name, bytes }: Pick<UnsentFile, 'name' | 'bytes'>): void {
  $unsent.set($unsent.get().filter((one) => one.name !== name || one.bytes !== bytes))
}
