import type { LeafTones } from './maple-leaf.ts'

export const W = 1920

export const H = 1080

export const SUN = { x: 1395, y: 190 }

export const GATE = { x: 905, base: 800, unit: 400 }

const leaf = (light: string, body: string, vein: string): LeafTones => ({ light, body, vein })

/** Each from its shade to its light; the rows run from crimson, far from the sun, to gold beside it. */
export const FOLIAGE: LeafTones[][] = [
  [
    leaf('#4a1216', '#3a0d14', '#2a0a10'),
    leaf('#8c1a1c', '#74151b', '#4a0d12'),
    leaf('#b62a20', '#9c1f1e', '#6a1215'),
  ],
  [
    leaf('#70190f', '#5c1413', '#3e0d0e'),
    leaf('#c23a1c', '#a92b1a', '#741812'),
    leaf('#e2562a', '#cc3f20', '#8c2114'),
  ],
  [
    leaf('#8f3410', '#7c2810', '#521a0c'),
    leaf('#e0641e', '#cc4f1a', '#8f3010'),
    leaf('#f68f3a', '#ea7426', '#b14c16'),
  ],
  [
    leaf('#a8621a', '#92500f', '#643a0c'),
    leaf('#eda032', '#dd8822', '#a45c12'),
    leaf('#ffd070', '#f8b444', '#c98022'),
  ],
]
