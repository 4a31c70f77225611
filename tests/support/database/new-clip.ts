import type { Category, ClipDetails } from '#server/library/clip-details.ts'
import type { NewClip } from '#server/library/clip-rows.ts'

export const SEA: Category = { key: 'sea', label: 'Sea', label_ja: '海', position: 1 }

export const DETAILS: ClipDetails = {
  ...{ title: 'Heron', title_ja: '', description: '', description_ja: '', keywords: ['bird'] },
  ...{ keywords_ja: [], category: SEA.key, license: 'Nagare licence', license_type: 'commercial' },
  ...{ user_name: '', tags: ['a'], source: '', source_url: '', date_created: '' },
  ...{ modifier_model: 'camera', modifier_company: '', modifier_date: '' },
  ...{ still_license: '', still_license_url: '' },
}

/** A clip to publish, as if its files were stored. */
export function newClip(name: string, details: Partial<ClipDetails> = {}): NewClip {
  return {
    contentHash: name.repeat(64),
    file: `${name}.mov`,
    details: { ...DETAILS, ...details },
    keys: {
      ...{ poster: `poster/${name}`, preview: `preview/${name}.mp4`, previewAv1: `preview/${name}.av1.mp4` },
      ...{ watermarked: `watermarked/${name}.mp4`, full: `full/${name}.mp4` },
    },
    tile: { dominantColor: '#808080', thumbhash: 'h', widths: [1280], av1: true },
    films: {
      size: { width: 1280, height: 720 },
      duration: 8,
      frameRate: 24,
      bytes: 1_000_000,
      loopDifference: 0.5,
    },
  }
}
