import type { Locale } from '../strings.ts'
import { categoriesJa } from './categories-ja.ts'

const categoriesEn = {
  list: 'Categories in the order of the bar',
  none: 'There are no categories yet. Add the first below, or bring in footage that names one.',
  english: 'Name in English',
  japanese: 'Name in Japanese',
  clips: (published: number) => (published === 1 ? '1 clip' : `${published.toLocaleString('en')} clips`),
  drafts: (drafts: number) => (drafts === 1 ? '1 draft' : `${drafts.toLocaleString('en')} drafts`),
  hidden: (hidden: number) => `${hidden.toLocaleString('en')} hidden`,
  unused: 'Not in the bar: no clip is published in it.',
  moving: (to: string, left: number) =>
    left === 1
      ? `1 clip is still being moved to ${to}…`
      : `${left.toLocaleString('en')} clips are still being moved to ${to}…`,
  drag: (name: string) => `Move ${name}: drag, or press Alt with an arrow key`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  moved: (name: string, place: number, all: number) => `${name} is now number ${place} of ${all}.`,
  more: (name: string) => `More for ${name}`,
  merge: 'Move its clips to another category…',
  changeKey: 'Change the address…',
  delete: 'Delete…',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  failed: 'This could not be saved. Please try again.',
  cancel: 'Cancel',
  mergeTitle: (name: string) => `Move the clips of ${name}`,
  mergeLead: 'All its clips go to the other category. Its address will lead there. This cannot be undone.',
  mergeInto: 'To',
  mergeConfirm: 'Move the clips',
  mergeStarted: 'The clips are being moved.',
  keyTitle: (name: string) => `A new address for ${name}`,
  keyLead: 'The old address will lead to the new one.',
  key: 'Word in the address',
  keyHint: 'Lower case letters, digits and underscores, such as four_seasons.',
  keyConfirm: 'Change the address',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteLead: 'No clip is in it. Its address will no longer be found.',
  deleteConfirm: 'Delete',
  deleted: 'The category is deleted.',
  addTitle: 'A new category',
  add: 'Add category',
  adding: 'Adding…',
  added: (name: string) => `${name} is added. It shows in the bar with its first clip.`,
  formerTitle: 'Former addresses',
  formerLead: 'These still work and lead to their successors.',
  problems: {
    badCategoryKey: 'Please use lower case letters, digits and single underscores.',
    labelMissing: 'Please give a name.',
    labelTooLong: 'At most 80 letters, please.',
    CATEGORY_EXISTS: 'There is a category with this address already.',
    CATEGORY_IN_USE: 'There are clips in it. Move them to another category first.',
    CATEGORY_NOT_FOUND: 'This category is gone. Please reload the page.',
  } as Record<string, string>,
}
export type CategoriesTexts = typeof categoriesEn

export function categoriesTexts(locale: Locale): CategoriesTexts {
  return locale === 'ja' ? categoriesJa : categoriesEn
}
