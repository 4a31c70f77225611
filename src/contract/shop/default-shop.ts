import { TESTER_SPOTS } from '#domain/membership/tester-spots.ts'
import { PROMOTION_DAYS, WORTH_PER_CLIP } from '#domain/sets/set-limits.ts'
import type { ShopSettings } from './shop-settings.ts'

/** The shop as it comes. Versions store only what differs, so a text that nobody changed follows this one. */
export const DEFAULT_SHOP: ShopSettings = {
  identity: {
    name: 'Nagare',
    tagline: { en: 'Scale Your Vision, Not Your Budget.', ja: 'かなえたい映像を、予算であきらめない。' },
    description: {
      en: 'Short loops of temples, cities and seasons that play for as long as your edit needs them.',
      ja: '寺社、街、四季。編集に必要な長さだけ、途切れずに続くループ動画。',
    },
    footer: { en: 'Looping footage of Japan, made to be cut.', ja: '編集のための、日本のループ映像。' },
    logo: '',
    logoDark: '',
    icon: '',
    card: '',
    watermark: '',
  },
  look: { accent: '', paper: 'warm', corners: 'soft', type: 'gothic', css: '' },
  contact: { email: '', formUrl: '' },
  claims: { clips: 850, updates: 'weekly', resolution: '1080p' },
  visitors: { clipsPerPage: 40, signupSurvey: false },
  seller: { name: '', representative: '', address: '', phone: '', invoiceFooter: '' },
  home: {
    title: { en: 'Japan, in motion', ja: '日本が、流れる。' },
    lead: {
      en: 'Short loops of temples, cities and seasons that play for as long as your edit needs them.',
      ja: '寺社、街、四季。編集に必要な長さだけ、途切れずに続くループ動画。',
    },
    shelves: [
      { kind: 'all', of: '', title: { en: '', ja: '' } },
      { kind: 'mission', of: '', title: { en: '', ja: '' } },
    ],
    clip: '',
    picture: '',
    announcement: { text: { en: '', ja: '' }, link: '', from: '', until: '' },
  },
  legal: { terms: '', privacy: '', noticeDays: 30 },
  mails: { greeting: { en: '', ja: '' }, signature: { en: '', ja: '' } },
  pages: [],
  links: { header: [], footer: [], accounts: [] },
  languages: { shown: 'both' },
  programme: {
    testers: true,
    spots: TESTER_SPOTS,
    clipWorth: WORTH_PER_CLIP,
    promotionDays: PROMOTION_DAYS.default,
  },
}
