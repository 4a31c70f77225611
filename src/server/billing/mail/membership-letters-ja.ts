import { formatAmount } from '#domain/membership/format-price.ts'
import { mailDate } from '#server/mail/mail-dates.ts'
import type { MembershipAbout, MembershipLetters } from './membership-letters-en.ts'

const date = (at: Date) => mailDate('ja', at)
const PERIODS: Record<MembershipAbout['period'], string> = { month: '1か月', year: '1年' }
const priceText = ({ price }: MembershipAbout) =>
  price ? formatAmount(price.amount, price.currency, 'ja') : '請求書に記載の金額'

export const japaneseMembership: MembershipLetters = {
  membershipBegan: (about) => ({
    subject: `【${about.site}】プロ会員ご登録のお知らせ`,
    before: [
      `${about.site}のプロ会員にご登録いただき、ありがとうございます。`,
      about.trial
        ? `${date(about.until)}までは無料で、それまで請求はありません。その日に最初の${PERIODS[about.period]}分の料金${priceText(about)}が請求され（税と割引は請求書をご覧ください）、以後は解約されるまで${PERIODS[about.period]}ごとに${priceText(about)}で自動更新されます。`
        : `${PERIODS[about.period]}分の料金は${priceText(about)}です（税と割引は請求書をご覧ください）。${date(about.until)}に自動で更新され、解約されるまで${PERIODS[about.period]}ごとに${priceText(about)}が請求されます。`,
      about.trial
        ? '解約はアカウントページからいつでもお手続きいただけます。無料期間が終わる前に解約された場合、お支払いはなく、無料期間の終わりまでご利用になれます。請求書とカードの確認・変更も同じページから行えます。'
        : '解約はアカウントページからいつでもお手続きいただけます。解約後も、お支払い済みの期間が終わるまでご利用になれます。請求書とカードの確認・変更も同じページから行えます。',
    ],
    link: { label: 'アカウントページを開く', url: about.url },
    after: [`ご同意いただいた利用規約：\n${about.terms}`],
  }),
  planChanged: (about) => ({
    subject: `【${about.site}】プラン変更のお知らせ`,
    before: [
      `${about.site}のプロ会員のお支払いを、${PERIODS[about.period]}ごと（${priceText(about)}）に変更しました。以前のプランの残りの期間の料金は、請求書で差し引かれています。`,
      `${date(about.until)}に自動で更新され、解約されるまで${PERIODS[about.period]}ごとに${priceText(about)}が請求されます。`,
      '請求書の確認、プランの再変更、解約は、アカウントページから行えます。',
    ],
    link: { label: 'アカウントページを開く', url: about.url },
    after: [],
  }),
  membershipCancelled: ({ site, url, until, stays }) => ({
    subject: `【${site}】プロ会員解約のお知らせ`,
    before: [
      ...(stays
        ? [
            `${site}のプロ会員の解約を承りました。${date(until)}に終わり、今後の請求はありません。その後も引き続きご利用になれます。`,
          ]
        : [
            `${site}のプロ会員の解約を承りました。${date(until)}まではこれまでどおりご利用になれます。今後の請求はありません。`,
            'すでに公開された作品はそのままお使いいただけます。新しい作品でのご利用には、プロ会員へのお申し込みが必要です。',
          ]),
      '期間が終わるまでは、アカウントページから解約を取り消せます。',
    ],
    link: { label: 'アカウントページを開く', url },
    after: [],
  }),
  paymentFailed: (about) => ({
    subject: `【${about.site}】お支払いを確認できませんでした`,
    before: [
      `${about.site}のプロ会員の料金${priceText(about)}をお支払いいただけませんでした。カードの有効期限が切れたか、カード会社に承認されなかった可能性があります。`,
      `${date(about.until)}まではこれまでどおりご利用になれます。それまでに、アカウントページの「カードと請求書」でカードをご確認または変更してください。あらためて請求いたします。`,
    ],
    link: { label: 'アカウントページを開く', url: about.url },
    after: ['継続を希望されない場合は、同じページから解約できます。解約後の請求はありません。'],
  }),
  membershipEnded: ({ site, url }) => ({
    subject: `【${site}】メンバーシップ終了のお知らせ`,
    before: [
      `${site}の有料メンバーシップが終了しました。今後の請求はありません。アカウントは無料会員として引き続きご利用になれます。`,
      'すでに公開された作品はそのままお使いいただけます。新しい作品でのご利用には、プロ会員へのお申し込みが必要です。ライセンスといいねは残っています。',
      'いつでも再開していただけます。',
    ],
    link: { label: '料金を見る', url },
    after: [],
  }),
  trialEnds: (about) => ({
    subject: `【${about.site}】無料期間終了のご案内（${date(about.until)}）`,
    before: [
      `${about.site}のプロ会員の無料期間は${date(about.until)}に終わります。その日に最初の${PERIODS[about.period]}分の料金として${priceText(about)}が請求され、以後は解約されるまで${PERIODS[about.period]}ごとに自動で更新されます。`,
      '引き続きご利用の場合、お手続きは不要です。継続を希望されない場合は、その日より前にアカウントページから解約してください。お支払いはありません。',
    ],
    link: { label: 'アカウントページを開く', url: about.url },
    after: [],
  }),
  priceChanges: (about) => ({
    subject: `【${about.site}】プロ会員の料金変更のお知らせ（${date(about.until)}から）`,
    before: [
      `${about.site}のプロ会員の${PERIODS[about.period]}分の料金は、${date(about.until)}から${priceText(about)}になります。それまでの料金は${priceText({ ...about, price: about.oldPrice })}です。会員資格はその日に自動で更新されて${priceText(about)}が請求され、以後は解約されるまで${PERIODS[about.period]}ごとに請求されます。`,
      '引き続きご利用の場合、お手続きは不要です。継続を希望されない場合は、その日より前にアカウントページから解約してください。その日まではご利用になれ、以後の請求はありません。',
    ],
    link: { label: 'アカウントページを開く', url: about.url },
    after: [],
  }),
  priceStays: (about) => ({
    subject: `【${about.site}】プロ会員の料金は変わりません`,
    before: [
      `先日、${about.site}のプロ会員の料金変更をお知らせしましたが、変更はなくなりました。これまでどおり、${PERIODS[about.period]}分の料金は${priceText(about)}です。料金を変更する場合は、1か月前までにお知らせします。`,
      '次回の更新日の確認と解約は、アカウントページからいつでも行えます。',
    ],
    link: { label: 'アカウントページを開く', url: about.url },
    after: [],
  }),
  trialUsed: ({ site, url }) => ({
    subject: `【${site}】無料期間をご利用いただけませんでした`,
    before: [
      `ご入力のカードは、以前に${site}の会員登録で使用されているため、無料期間の対象になりません。お申し込みはすぐに終了し、請求はありません。`,
      '無料期間のないお申し込みは、いつでも承ります。',
    ],
    link: { label: '料金を見る', url },
    after: [],
  }),
  membershipRenews: (about) => ({
    subject: `【${about.site}】プロ会員更新のご案内（${date(about.until)}）`,
    before: [
      `${about.site}のプロ会員は${date(about.until)}に自動で更新され、次の${PERIODS[about.period]}分の料金として${priceText(about)}が請求されます。`,
      '引き続きご利用の場合、お手続きは不要です。更新を希望されない場合は、その日より前にアカウントページから解約してください。',
    ],
    link: { label: 'アカウントページを開く', url: about.url },
    after: [],
  }),
}
