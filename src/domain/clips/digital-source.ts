/** The address of a name in metadata begins with it. */
export const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/** IPTC's names for where media come from, those that we can tell. */
export const DIGITAL_SOURCES = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'humanEdits',
  'digitalCapture',
] as const
export type DigitalSource = (typeof DIGITAL_SOURCES)[number]

interface Origin {
  /** Whether it was made with AI; null if unknown. */
  ai: boolean | null
  /** The photograph that it was made from, or empty. */
  source_url_image: string
  /** When it was filmed or photographed, or empty. */
  date_created: string
}

/** Undefined if unknown: a film without AI that nobody dates may be drawn as well as filmed. */
export function digitalSourceOf({
  ai,
  source_url_image: still,
  date_created,
}: Origin): DigitalSource | undefined {
  if (ai === null) return undefined
  if (ai) return still ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia'
  return still ? 'humanEdits' : date_created ? 'digitalCapture' : undefined
}
