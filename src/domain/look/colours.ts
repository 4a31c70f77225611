import { distanceOf, type Oklab, oklabOf } from './oklab.ts'
import { bitsOf, COLOUR_NAMES, type ColourName, SHADES, shadeOf } from './shades.ts'

export interface Colour {
  /** Six hexadecimal digits. */
  hex: string
  /** Share of the picture, 0 to 1; two decimal places. */
  share: number
}

/** Pixels of one colour. */
interface Cell {
  hex: string
  color: Oklab
  /** Share of all pixels. */
  share: number
}

const COLOURS = 5
const ROUNDS = 8

/** The main colours of RGB frames, and the shades that they are found by. */
export function coloursOf(frames: readonly Uint8Array[]): { colours: Colour[]; shades: number } {
  const cells = cellsOf(frames)
  return { colours: mainColours(cells), shades: shadesOf(cells) }
}

/** Pixels by colour, five bits a channel. */
function cellsOf(frames: readonly Uint8Array[]): Cell[] {
  const counts = new Map<number, number>()
  let pixels = 0
  for (const frame of frames)
    for (let at = 0; at + 2 < frame.length; at += 3) {
      const key = ((frame[at]! >> 3) << 10) | ((frame[at + 1]! >> 3) << 5) | (frame[at + 2]! >> 3)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      pixels++
    }
  return [...counts].map(([key, count]) => {
    const rgb = [key >> 10, (key >> 5) & 31, key & 31].map((bits) => (bits << 3) | (bits >> 2)) as RgbTriple
    const hex = rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')
    return { hex, color: oklabOf(...rgb), share: count / pixels }
  })
}

type RgbTriple = [red: number, green: number, blue: number]

/** k-means that starts from far and frequent colours, so the same frames always give the same answer. */
function mainColours(cells: readonly Cell[]): Colour[] {
  let centres: Oklab[] = [cells.reduce((one, other) => (other.share > one.share ? other : one)).color]
  while (centres.length < Math.min(COLOURS, cells.length)) centres.push(farthest(cells, centres).color)
  let groups: Cell[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    groups = centres.map(() => [])
    for (const cell of cells) groups[nearest(cell.color, centres)]!.push(cell)
    groups = groups.filter((group) => group.length > 0)
    centres = groups.map(meanOf)
  }
  return groups
    .map((group, at) => ({ hex: likest(group, centres[at]!).hex, share: Number(sumOf(group).toFixed(2)) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || (a.hex < b.hex ? -1 : 1))
}

function farthest(cells: readonly Cell[], centres: readonly Oklab[]): Cell {
  const pull = ({ color, share }: Cell) =>
    share * Math.min(...centres.map((one) => distanceOf(one, color))) ** 2
  return cells.reduce((one, other) => (pull(other) > pull(one) ? other : one))
}

function nearest(color: Oklab, centres: readonly Oklab[]): number {
  const distances = centres.map((centre) => distanceOf(centre, color))
  return distances.indexOf(Math.min(...distances))
}

function meanOf(group: readonly Cell[]): Oklab {
  const total = sumOf(group)
  const mean = (at: 0 | 1 | 2) => group.reduce((sum, { color, share }) => sum + color[at] * share, 0) / total
  return [mean(0), mean(1), mean(2)]
}

const sumOf = (group: readonly Cell[]) => group.reduce((sum, { share }) => sum + share, 0)

const likest = (group: readonly Cell[], centre: Oklab) =>
  group.reduce((one, other) =>
    distanceOf(other.color, centre) < distanceOf(one.color, centre) ? other : one,
  )

/** A clip is found by at most this many colours. */
const NAMES = 3
/** Least share of the picture that a colour is found by: nearly every picture has some grey. */
const LEAST: Partial<Record<ColourName, number>> = { grey: 0.35, black: 0.2, white: 0.15 }
const LEAST_OF_OTHERS = 0.04
const LEAST_OF_SHADE = 0.02
/** Least weight beside the colour that has most: little brown in green fields is no brown. */
const LEAST_BESIDE = 0.15
/** Eyes go to vivid colours: a torii before the wide grey sky. */
const weightOf = ([, a, b]: Oklab) => 0.4 + 4 * Math.hypot(a, b)

function shadesOf(cells: readonly Cell[]): number {
  const shares = SHADES.map(() => 0)
  const weights = new Map<string, number>()
  for (const { color, share } of cells) {
    const shade = shadeOf(color)
    shares[shade]! += share
    const { name } = SHADES[shade]!
    weights.set(name, (weights.get(name) ?? 0) + share * weightOf(color))
  }
  const shareOf = (name: string) =>
    SHADES.reduce((sum, shade, at) => sum + (shade.name === name ? shares[at]! : 0), 0)
  const seen = COLOUR_NAMES.filter((name) => shareOf(name) >= (LEAST[name] ?? LEAST_OF_OTHERS))
  const names = (seen.length > 0 ? seen : COLOUR_NAMES.filter(shareOf))
    .sort((a, b) => weights.get(b)! - weights.get(a)!)
    .filter((name, _, [first]) => weights.get(name)! >= weights.get(first!)! * LEAST_BESIDE)
    .slice(0, NAMES)
  return bitsOf(names.flatMap((name) => shadesFound(name, shares)))
}

/** A colour's shades with enough of the picture, or else the one with most. */
function shadesFound(name: string, shares: readonly number[]): number[] {
  const own = SHADES.flatMap((shade, at) => (shade.name === name ? [at] : []))
  const most = Math.max(...own.map((at) => shares[at]!))
  return own.filter((at) => shares[at]! >= Math.min(most, LEAST_OF_SHADE))
}
