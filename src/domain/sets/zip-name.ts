import { SET_WORDS, type SetKind } from './set-kind.ts'

/** What a set is saved as, all clips in one: `nagare_kyoto-autumn_promo.zip`. @param set its id */
export function zipName(siteName: string, set: string, kind: SetKind): string {
  return `${siteName.toLowerCase()}_${set}_${SET_WORDS[kind]}.zip`
}
