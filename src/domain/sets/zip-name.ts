/** What a set is saved as, all clips in one: `nagare_kyoto-autumn_promo.zip`. @param set its id */
export function zipName(siteName: string, set: string, kind: 'promo' | 'curated'): string {
  return `${siteName.toLowerCase()}_${set}_${kind}.zip`
}
