/** One side of a comparison. */
export interface Contender<Sample> {
  name: string
  measure(): Promise<Sample>
}

/** Samples by contender, in the order of the rounds. */
export type Samples<Sample> = Map<string, Sample[]>

/**
 * Measures all contenders in turn, every second round backwards, so that a machine that slows down or warms up treats
 * them alike. The first round is a warm-up and not counted.
 */
export async function alternate<Sample>(
  rounds: number,
  contenders: readonly Contender<Sample>[],
  { warmUp = true } = {},
): Promise<Samples<Sample>> {
  const samples: Samples<Sample> = new Map(contenders.map(({ name }) => [name, []]))
  for (let round = warmUp ? 0 : 1; round <= rounds; round++) {
    for (const { name, measure } of round % 2 === 0 ? contenders : contenders.toReversed()) {
      printStatus(`${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}: ${name}`)
      const sample = await measure()
      if (round > 0) samples.get(name)?.push(sample)
    }
  }
  printStatus('')
  return samples
}

/** A status line that the next one replaces. */
function printStatus(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value below which `share` (0 to 1) of all lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Median of one figure of a contender; undefined if it was not measured. */
export function medianOf<Sample>(
  samples: Samples<Sample>,
  name: string,
  figure: (sample: Sample) => number,
): number | undefined {
  const measured = samples.get(name)
  return measured?.length ? median(measured.map(figure)) : undefined
}

/** Median over the rounds of one contender's figure divided by another's; undefined without both. */
export function ratioOf<Sample>(
  samples: Samples<Sample>,
  [name, peer]: readonly [string, string],
  figure: (sample: Sample) => number,
): number | undefined {
  const [ours, theirs] = [samples.get(name), samples.get(peer)]
  if (!ours?.length || !theirs?.length) return undefined
  return median(ours.map((sample, round) => figure(sample) / figure(theirs[round]!)))
}
