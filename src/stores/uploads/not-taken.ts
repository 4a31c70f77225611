import { atom } from 'nanostores'
import type { NotTaken } from './upload-queue.ts'

const KEY = 'not-taken'

/** Files that this tab did not take, until somebody closes the list; they survive a reload. */
export const $notTaken = atom<readonly NotTaken[]>(stored())

export function addNotTaken(files: readonly NotTaken[]): void {
  if (files.length > 0) keep([...$notTaken.get(), ...files])
}

export const closeNotTaken = (): void => keep([])

function keep(files: readonly NotTaken[]): void {
  $notTaken.set(files)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(files))
  } catch {
    // Storage is full or switched off: the list is shown all the same.
  }
}

function stored(): NotTaken[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}
