import type { PricesTexts } from './en.ts'

export const pricesJa: PricesTexts = {
  off: 'Stripeが設定されていないため、販売していません。設定の方法は運営ガイドをご覧ください。',
  now: '新しい会員の料金',
  lead: 'Stripeに登録されている料金です。日本語のページには、円があれば円を、それ以外のページには最初の通貨を表示し、訪問者は通貨を選べます。円の料金は税込です。',
  currency: '通貨',
  plans: { pro_monthly: '1か月', pro_yearly: '1年' },
  field: (plan, currency) => `${plan}、${currency}`,
  add: '通貨を追加',
  choose: '選択…',
  hint: '通貨ごとに両方の金額が必要です。両方を空にすると、その通貨での販売をやめます。',
  trial: '新規会員の無料日数',
  trialHint:
    '空欄ならありません。おひとり一度限りで、以前に会員やテスターだった方、無料期間に使われたカードは対象外です。カードは最初に登録され、初回請求の3日前にメールでお知らせします。',
  wrongDays: '日数は365以下の整数で入力してください。',
  save: '料金を変更',
  busy: 'Stripeで変更しています…',
  saved: '新しい会員にはこの料金が適用されます。これまでの会員の料金は変わりません。',
  wrong: (field) => `金額を入力してください：${field}`,
  failed: '料金を変更できませんでした。',
  refused: (reason) => `Stripeに拒否されました：${reason}`,
  paid: '会員の支払額',
  nobody: '会員はまだいません。',
  plan: 'プラン',
  price: '料金',
  members: '会員数',
  old: '以前の料金',
}
