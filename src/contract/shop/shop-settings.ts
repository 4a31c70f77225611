import * as z from 'zod'
import { UPDATES } from '#domain/clips/claims.ts'
import { PLAIN_LINE } from '../plain-text.ts'

interface Said {
  en: string
  ja: string
}

/** What the studio's form says of a field; part of the field's JSON schema. */
export type FieldNote = {
  label: Said
  help?: Said
  /** How it is edited, where its type does not say so. */
  kind?: 'texts'
  /** Names of choices. */
  names?: Record<string, Said>
}

/** `label` and `help` are English and Japanese. */
const note = (
  label: [string, string],
  help?: [string, string],
  more: Partial<FieldNote> = {},
): FieldNote => ({
  label: said(label),
  ...(help && { help: said(help) }),
  ...more,
})
const said = ([en, ja]: [string, string]): Said => ({ en, ja })
const names = (given: Record<string, [string, string]>) => ({
  names: Object.fromEntries(Object.entries(given).map(([value, label]) => [value, said(label)])),
})

const line = (most: number) => z.string().trim().max(most, 'tooLong').regex(PLAIN_LINE, 'notPlain')
const filled = (most: number) => line(most).min(1, 'empty')
const whole = (least: number, most: number) =>
  z.int('notWhole').min(least, 'outOfRange').max(most, 'outOfRange')
const both = (text: z.ZodString) => z.object({ en: text, ja: text })
/** Names in braces that stand for claims (i18n/claim-words.ts). */
const CLAIMS = ['claimedClips', 'updates', 'period', 'resolution']
const PLACEHOLDER = /\{[^}]*\}/g
/** A text of pages, which may claim what the library has. */
const claiming = (most: number) =>
  filled(most).refine(
    (text) => (text.match(PLACEHOLDER) ?? []).every((name) => CLAIMS.includes(name.slice(1, -1))),
    'unknownPlaceholder',
  )

/**
 * Everything that makes a shop somebody's own. `DEFAULT_SHOP` (default-shop.ts) is the shop as it comes; a version in the database says
 * what differs from it. An empty text or picture means that there is none.
 */
export const ShopSettings = z.object({
  identity: z
    .object({
      name: filled(100)
        .regex(/^[^<>]*$/, 'notPlain')
        .meta(note(['Name', '名前'])),
      tagline: both(filled(120)).meta(note(['Tagline', 'キャッチコピー'], undefined, { kind: 'texts' })),
      description: both(filled(300)).meta(
        note(
          ['Description', '説明'],
          [
            'Search engines and link previews show it for the home page.',
            '検索結果やリンクのプレビューに表示されます。',
          ],
          { kind: 'texts' },
        ),
      ),
      footer: both(line(200)).meta(
        note(['Line in the footer', 'フッターの一文'], undefined, { kind: 'texts' }),
      ),
    })
    .meta(note(['Identity', '名前と印'])),
  contact: z
    .object({
      email: line(254)
        .refine((text) => text === '' || z.email().safeParse(text).success, 'badEmail')
        .meta(
          note(
            ['E-mail address', 'メールアドレス'],
            ['Empty: contact@ and the address of this site.', '空欄なら contact@ とこのサイトのドメイン。'],
          ),
        ),
      formUrl: line(500)
        .regex(/^(?:|https?:\/\/[^\s/]\S*)$/, 'badLink')
        .meta(
          note(
            ['Form for custom work', '制作依頼フォーム'],
            [
              'An address elsewhere; empty: the contact page.',
              '外部のアドレス。空欄ならお問い合わせページ。',
            ],
          ),
        ),
    })
    .meta(note(['Contact', '連絡先'])),
  claims: z
    .object({
      clips: whole(1, 9_999_999).meta(note(['Clips, at least', 'クリップ数（最低）'])),
      updates: z.enum(UPDATES).meta(
        note(
          ['New footage', '新しい映像'],
          undefined,
          names({
            daily: ['daily', '毎日'],
            weekly: ['weekly', '毎週'],
            monthly: ['monthly', '毎月'],
            yearly: ['yearly', '毎年'],
          }),
        ),
      ),
      resolution: z
        .string()
        .regex(/^\d{3,4}p$/, 'badResolution')
        .meta(note(['Resolution', '解像度'], ['Such as 1080p.', '例：1080p'])),
    })
    .meta(note(['What pages promise', 'ページでの約束'])),
  visitors: z
    .object({
      clipsPerPage: whole(4, 100).meta(note(['Clips at a time in lists', '一覧で一度に表示する数'])),
      signupSurvey: z.boolean().meta(note(['Ask new members for their occupation', '登録時に職業を尋ねる'])),
    })
    .meta(note(['Lists and sign-up', '一覧と登録'])),
  seller: z
    .object({
      name: line(200).meta(
        note(
          ['Seller', '販売業者'],
          [
            'With it there is a legal notice (特定商取引法に基づく表記).',
            '入力すると「特定商取引法に基づく表記」のページができます。',
          ],
        ),
      ),
      representative: line(200).meta(note(['Person in charge', '運営責任者'])),
      address: line(200).meta(note(['Address', '所在地'])),
      phone: z
        .string()
        .regex(/^(?:|\+?[\d() -]{5,30})$/, 'badPhone')
        .meta(note(['Telephone', '電話番号'])),
      invoiceFooter: line(500).meta(
        note(
          ['Line on invoices', '請求書の一行'],
          [
            'On invoices of new customers, such as 登録番号 T….',
            '新しいお客様の請求書に印刷されます。例：登録番号 T…',
          ],
        ),
      ),
    })
    .meta(note(['Seller', '販売業者'])),
  home: z
    .object({
      title: both(claiming(100)).meta(note(['Headline', '見出し'], undefined, { kind: 'texts' })),
      lead: both(claiming(300)).meta(note(['Below it', 'その下の文'], undefined, { kind: 'texts' })),
      mission: z.boolean().meta(note(['Show the mission', '「私たちの使命」を表示'])),
    })
    .meta(note(['Home', 'ホーム'])),
})
export type ShopSettings = z.infer<typeof ShopSettings>
