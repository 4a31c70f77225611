import type { Locale } from '#domain/address/locale-path.ts'
import type { Letter } from '#server/mail/letter.ts'
import { mailTime } from '#server/mail/mail-dates.ts'

interface About {
  site: string
  name: string
  ends: Date
  page: string
  /** Where it is extended. */
  url: string
  views: number
  downloads: number
}

/** Tells a promotion's maker that it ends soon. */
export const PROMOTION_ENDS_SOON: Record<Locale, (about: About) => Letter> = {
  en: ({ site, name, ends, page, url, views, downloads }) => ({
    subject: `Your promotion “${name}” on ${site} ends soon`,
    before: [
      `Your promotion “${name}” ends on ${mailTime('en', ends)}. So far: ${number('en', views)} views, ${number('en', downloads)} downloads.\n${page}`,
      'If that is what you want, there is nothing to do. You can extend it here:',
    ],
    link: { label: 'Your promotions', url },
    after: [],
  }),
  ja: ({ site, name, ends, page, url, views, downloads }) => ({
    subject: `【${site}】プロモーション「${name}」終了のご案内`,
    before: [
      `プロモーション「${name}」は${mailTime('ja', ends)}に終了します。これまでの閲覧は${number('ja', views)}回、ダウンロードは${number('ja', downloads)}回です。\n${page}`,
      'このまま終了する場合、お手続きは不要です。延長は下記のページからお手続きいただけます。',
    ],
    link: { label: 'プロモーションの一覧', url },
    after: [],
  }),
}

const number = (locale: Locale, value: number) => value.toLocaleString(locale)
