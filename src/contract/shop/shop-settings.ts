import * as z from 'zod'
import { UPDATES } from '#domain/clips/claims.ts'
import { PROMOTION_DAYS } from '#domain/sets/set-limits.ts'
import { CORNERS, PAPERS, TYPE_PAIRS } from '#domain/shop/look.ts'
import { PLAIN_LINE, PLAIN_TEXT } from '../plain-text.ts'

interface Said {
  en: string
  ja: string
}

/** What the studio's form says of a field; part of the field's JSON schema. */
export type FieldNote = {
  label: Said
  help?: Said
  /** How it is edited, where its type does not say so. */
  kind?:
    | 'texts'
    | 'lines'
    | 'markdown'
    | 'sections'
    | 'folded'
    | 'date'
    | 'colour'
    | 'css'
    | 'logo'
    | 'icon'
    | 'card'
    | 'wide'
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
/** Empty, a page of this site, or a web or mail address: nothing that runs. */
const link = line(500).regex(/^(?:|\/(?![/\\])\S*|https?:\/\/[^\s/]\S*|mailto:[^\s@]+@[^\s@]+)$/, 'badLink')
/** Empty, or the name that the upload gave it; the server knows which exist. */
const picture = z.string().regex(/^(?:|[0-9a-f]{32}-\d{1,5}x\d{1,5}\.(?:svg|png|jpg))$/, 'badPicture')
const ownLink = {
  label: both(filled(40)).meta(note(['Words', '文字'], undefined, { kind: 'texts' })),
  href: link.min(1, 'empty').meta(note(['Where it leads', 'リンク先'])),
}
const day = z.string().regex(/^(?:|\d{4}-\d\d-\d\d)$/, 'badDate')

/** What the home page shows below its banner. */
const SHELVES = ['all', 'newest', 'popular', 'category', 'collection', 'chosen', 'mission'] as const

/** Names in braces that stand for claims (i18n/claim-words.ts). */
const CLAIMS = ['claimedClips', 'updates', 'period', 'resolution']
const PLACEHOLDER = /\{[^}]*\}?/g
/** A text of pages, which may claim what the library has. */
const claiming = (most: number) =>
  filled(most).superRefine((text, context) => refuseUnknown(text, CLAIMS, context))

function refuseUnknown(text: string, known: readonly string[], context: z.RefinementCtx) {
  const unknown = (text.match(PLACEHOLDER) ?? []).filter((name) => !known.includes(name.slice(1, -1)))
  if (unknown.length > 0)
    context.addIssue({ code: 'custom', message: `unknownPlaceholder ${unknown.join(' ')}` })
}

const TAG = /<[/!?]?[a-z]/i
const MARKED_LINK = /\[[^\]]*\]\(([^)]*)\)/g
/** Paragraphs, lists and titles with the few marks of the house (domain/shop/section-text.ts). */
const marked = z
  .string()
  .trim()
  .max(20_000, 'tooLong')
  .regex(PLAIN_TEXT, 'notPlain')
  .refine((text) => !TAG.test(text), 'notPlain')
  .refine(
    (text) =>
      [...text.matchAll(MARKED_LINK)].every(
        ([, href = '']) => href.startsWith('#') || (href !== '' && link.safeParse(href).success),
      ),
    'badLink',
  )
  .superRefine((text, context) =>
    refuseUnknown(text.replace(/\{#[a-z0-9-]*\}$/gm, ''), [...CLAIMS, 'siteName'], context),
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
      logo: picture.meta(
        note(
          ['Logo', 'ロゴ'],
          [
            'SVG or PNG; it takes the place of mark and name.',
            'SVGまたはPNG。印と名前の代わりに表示されます。',
          ],
          { kind: 'logo' },
        ),
      ),
      logoDark: picture.meta(
        note(['Logo for dark pages', 'ダークなページのロゴ'], undefined, { kind: 'logo' }),
      ),
      icon: picture.meta(
        note(
          ['Icon', 'アイコン'],
          ['A square. Tabs and home screens show it.', '正方形。タブやホーム画面に表示されます。'],
          { kind: 'icon' },
        ),
      ),
      card: picture.meta(
        note(
          ['Picture of link previews', 'リンクのプレビュー画像'],
          ['Where a page has no clip; 1200 × 630.', 'クリップのないページ用。1200 × 630。'],
          { kind: 'card' },
        ),
      ),
      watermark: line(40).meta(
        note(
          ['Word in the watermark', '透かしの文字'],
          [
            'Of clips rendered from now on; empty: the name.',
            '今後処理するクリップに入ります。空欄なら名前。',
          ],
        ),
      ),
    })
    .meta(note(['Identity', '名前と印'])),
  look: z
    .object({
      accent: z
        .string()
        .regex(/^(?:|#[0-9a-f]{6})$/, 'badColour')
        .meta(
          note(
            ['Accent colour', 'アクセントカラー'],
            [
              'Buttons and links. It moves where it would be hard to read.',
              'ボタンとリンクの色。読みにくい場合は調整されます。',
            ],
            { kind: 'colour' },
          ),
        ),
      paper: z.enum(PAPERS).meta(
        note(
          ['Paper', '背景'],
          undefined,
          names({
            warm: ['Warm white', '温かい白'],
            white: ['White', '白'],
            cool: ['Cool white', '涼しい白'],
            sand: ['Sand', '砂色'],
          }),
        ),
      ),
      corners: z
        .enum(CORNERS)
        .meta(
          note(
            ['Corners', '角'],
            undefined,
            names({ soft: ['Soft', '少し丸い'], sharp: ['Sharp', '角ばった'], round: ['Round', '丸い'] }),
          ),
        ),
      type: z.enum(TYPE_PAIRS).meta(
        note(
          ['Type', '書体'],
          undefined,
          names({
            gothic: ['Zen Kaku Gothic (sans serif)', 'Zen角ゴシック'],
            mincho: ['Shippori Mincho (serif)', 'しっぽり明朝'],
            rounded: ['Zen Maru Gothic (rounded)', 'Zen丸ゴシック'],
          }),
        ),
      ),
      css: z
        .string()
        .max(20_000, 'tooLong')
        .regex(PLAIN_TEXT, 'notPlain')
        .meta(
          note(
            ['Own CSS', '独自のCSS'],
            [
              'The last layer. It imports nothing and loads nothing from elsewhere.',
              '最後のレイヤーに入ります。インポートや外部の読み込みはできません。',
            ],
            { kind: 'css' },
          ),
        ),
    })
    .meta(note(['Look', '見た目'])),
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
      shelves: z
        .array(
          z
            .object({
              kind: z.enum(SHELVES).meta(
                note(
                  ['Shelf', '棚'],
                  undefined,
                  names({
                    all: ['All clips, without end', 'すべてのクリップ（続けて表示）'],
                    newest: ['Newest clips', '新着クリップ'],
                    popular: ['Popular clips', '人気のクリップ'],
                    category: ['A category', 'カテゴリー'],
                    collection: ['A curated set', 'キュレーションセット'],
                    chosen: ['Clips by hand', '選んだクリップ'],
                    mission: ['The mission', '私たちの使命'],
                  }),
                ),
              ),
              of: line(200).meta(
                note(
                  ['Which', '対象'],
                  [
                    'Of a category or set: the word in its address. By hand: clip numbers with commas.',
                    'カテゴリーとセットはアドレスの言葉、選ぶ場合はクリップ番号をカンマ区切りで。',
                  ],
                ),
              ),
              title: both(line(80)).meta(note(['Heading', '見出し'], undefined, { kind: 'texts' })),
            })
            .meta(note(['Shelf', '棚'])),
        )
        .max(12, 'tooMany')
        .meta(note(['Shelves, in their order', '棚の並び'])),
      clip: z
        .string()
        .regex(/^\d{0,15}$/, 'badClip')
        .meta(
          note(
            ['Clip below the words', '文の下のクリップ'],
            [
              'A clip’s number. Its silent preview plays instead of the picture, where motion is welcome.',
              'クリップの番号。画像の代わりに、音のないプレビューが流れます。',
            ],
          ),
        ),
      picture: picture.meta(note(['Picture below the words', '文の下の画像'], undefined, { kind: 'wide' })),
      announcement: z
        .object({
          text: both(line(200)).meta(
            note(['Words', '文'], ['Empty: no bar.', '空欄なら表示しません。'], { kind: 'texts' }),
          ),
          link: link.meta(
            note(
              ['Where it leads', 'リンク先'],
              ['A page such as /pricing, or a web address.', '/pricing のようなページ、またはWebアドレス。'],
            ),
          ),
          from: day.meta(note(['First day', '最初の日'], undefined, { kind: 'date' })),
          until: day.meta(note(['Last day', '最後の日'], undefined, { kind: 'date' })),
        })
        .meta(note(['Announcement above every page', '全ページ上部のお知らせ'])),
    })
    .meta(note(['Home', 'ホーム'])),
  /** Words of pages where they differ from ours: `{ mission: { title: { en: '…' } } }`. The server knows which exist. */
  words: z
    .record(z.string(), z.unknown())
    .optional()
    .meta(note(['Words', '文章'])),
  legal: z
    .object({
      terms: day.meta(
        note(
          ['Terms and licence hold from', '利用規約とライセンスの発効日'],
          [
            'The day of the texts under Words. A changed text needs a new day; the former stays readable.',
            '「文章」の内容の発効日。変えた文には新しい日付が必要です。以前の版も読めるままです。',
          ],
          { kind: 'date' },
        ),
      ),
      privacy: day.meta(
        note(['Privacy policy holds from', 'プライバシーポリシーの発効日'], undefined, { kind: 'date' }),
      ),
      noticeDays: whole(0, 365).meta(
        note(
          ['Days before, when members are told', '会員に知らせる日数前'],
          ['By mail, once each. 0: nobody is told.', 'メールで一度ずつ。0なら知らせません。'],
        ),
      ),
    })
    .meta(note(['Legal texts', '規約'])),
  mails: z
    .object({
      greeting: both(line(200)).meta(
        note(
          ['Greeting', '書き出し'],
          ['The first line of every mail; empty: none.', 'すべてのメールの最初の一行。空欄ならありません。'],
          { kind: 'texts' },
        ),
      ),
      signature: both(line(300)).meta(
        note(
          ['Signature', '署名'],
          [
            'Above the address of this site; empty: its name.',
            'サイトのアドレスの上に入ります。空欄なら名前。',
          ],
          { kind: 'texts' },
        ),
      ),
    })
    .meta(note(['Mails', 'メール'])),
  links: z
    .object({
      header: z
        .array(z.object(ownLink))
        .max(4, 'tooMany')
        .meta(note(['Links in the header', 'ヘッダーのリンク'])),
      footer: z
        .array(z.object(ownLink))
        .max(12, 'tooMany')
        .meta(note(['Links in the footer', 'フッターのリンク'])),
      accounts: z
        .array(
          z.object({
            href: line(500)
              .regex(/^https:\/\/[^\s/]\S*$/, 'badLink')
              .meta(note(['Address', 'アドレス'])),
          }),
        )
        .max(10, 'tooMany')
        .meta(
          note(
            ['Accounts elsewhere', 'ほかのサービスのアカウント'],
            [
              'The footer and search engines name them as yours.',
              'フッターと検索エンジンに、この店のものとして示されます。',
            ],
          ),
        ),
    })
    .meta(note(['Links', 'リンク'])),
  pages: z
    .array(
      z
        .object({
          address: z
            .string()
            .trim()
            .max(60, 'tooLong')
            .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'badAddress')
            .meta(
              note(
                ['Address', 'アドレス'],
                [
                  'Small letters, digits and dashes: about-us is found at /pages/about-us.',
                  '英小文字、数字、ハイフン。about-us は /pages/about-us になります。',
                ],
              ),
            ),
          title: both(line(100).regex(/^[^<>{}]*$/, 'notPlain')).meta(
            note(['Title', 'タイトル'], undefined, { kind: 'texts' }),
          ),
          text: z
            .object({
              en: marked.meta({ kind: 'markdown' }),
              ja: marked.meta({ kind: 'markdown' }),
            })
            .meta(
              note(
                ['Text', '本文'],
                [
                  'An empty line between paragraphs. ## Title, - point, **strong**, [link](/pricing).',
                  '段落の間は空行。「## 見出し」「- 箇条書き」**強調** [リンク](/pricing)。',
                ],
                { kind: 'texts' },
              ),
            ),
          picture: z
            .object({
              en: picture.meta(note(['Picture, English', '画像（英語）'], undefined, { kind: 'wide' })),
              ja: picture.meta(note(['Picture, Japanese', '画像（日本語）'], undefined, { kind: 'wide' })),
            })
            .meta(note(['Pictures', '画像'])),
          inFooter: z.boolean().meta(note(['Link in the footer', 'フッターにリンクする'])),
        })
        .meta(note(['Page', 'ページ'])),
    )
    .max(20, 'tooMany')
    .refine((pages) => new Set(pages.map(({ address }) => address)).size === pages.length, 'addressTwice')
    .meta(note(['Own pages', '独自のページ'])),
  languages: z
    .object({
      shown: z.enum(['both', 'en', 'ja']).meta(
        note(
          ['Languages', '言語'],
          [
            'Addresses of the other language lead to this one.',
            'もう一方の言語のアドレスは、こちらに転送されます。',
          ],
          names({
            both: ['English and Japanese', '英語と日本語'],
            en: ['Only English', '英語のみ'],
            ja: ['Only Japanese', '日本語のみ'],
          }),
        ),
      ),
    })
    .meta(note(['Languages', '言語'])),
  programme: z
    .object({
      testers: z
        .boolean()
        .meta(
          note(
            ['Early testers', '先行テスター'],
            ['Off: the pages to sign up are not found.', 'オフにすると、申し込みページは表示されません。'],
          ),
        ),
      spots: whole(1, 1000).meta(note(['Spots for testers', 'テスターの枠'])),
      clipWorth: whole(1, 100_000).meta(note(['Worth of a clip, in dollars', 'クリップ1本の価値（ドル）'])),
      promotionDays: whole(PROMOTION_DAYS.min, PROMOTION_DAYS.max).meta(
        note(['Days of a promotion, at first', 'プロモーションの日数（初期値）']),
      ),
    })
    .meta(note(['Testers and promotions', 'テスターとプロモーション'])),
})
export type ShopSettings = z.infer<typeof ShopSettings>
