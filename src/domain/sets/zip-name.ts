import { SET_WORDS, type SetKind } from './set-kind.ts'

/** File name of a whole set: `nagare_kyoto-autumn_promo.zip`. @param set its id */
export function zipName(siteName: string, set: string, kind: SetKind): string {
  return `${siteName.toLowerCase()}_${set}_${SET_WORDS[kind]}.zip`
}
