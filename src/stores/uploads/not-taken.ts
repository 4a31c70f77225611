import { atom } from 'nanostores'
import { keepTabList, readTabList } from './tab-list.ts'
import type { NotTaken } from './upload-queue.ts'

const KEY = 'studio-not-taken'

/** Files that this tab did not take, until somebody closes the list; they survive a reload. */
export const $notTaken = atom<readonly NotTaken[]>(readTabList(KEY))

export function addNotTaken(files: readonly NotTaken[]): void {
  const pathOf = ({ folder, name }: NotTaken) => `${folder}/${name}`
  const byPath = new Map([...$notTaken.get(), ...files].map((file) => [pathOf(file), file]))
  keep([...byPath.values()])
}

export const closeNotTaken = (): void => keep([])

function keep(files: readonly NotTaken[]): void {
  $notTaken.set(files)
  keepTabList(KEY, files)
}
