import type { FileKind } from '#domain/clips/file-kinds.ts'

export const formatsEn = {
  title: 'Formats',
  kinds: {
    film: 'Film (H.264)',
    uhd: '4K (H.264)',
    master: 'Original, not encoded again',
    prores: 'ProRes 422 LT',
    alpha: 'WebM with transparency',
    vertical: 'Vertical 9:16',
    square: 'Square 1:1',
    webp: 'Animated WebP',
    gif: 'Animated GIF',
    loop10: 'Looped to 10 seconds',
    loop30: 'Looped to 30 seconds',
    loop60: 'Looped to 60 seconds',
  } satisfies Record<FileKind, string>,
  comp: 'Comp to try in the cut',
  compNote: 'with watermark, free',
  about: (size: string) => `about ${size}`,
  states: {
    ready: '',
    unmade: 'ready in about a minute',
    making: 'being made',
    failed: 'could not be made, try again',
  },
  lastTime: 'last time',
  needsPro: 'Pro',
  free: 'With a membership you take clips in these formats, without watermark.',
  plans: 'See plans',
  making: (name: string) =>
    `${name} is being made and downloads in about a minute. If it takes more than two, we mail you.`,
  failed: 'This file could not be prepared. Please try again, or choose another format.',
}

export type FormatsTexts = typeof formatsEn
