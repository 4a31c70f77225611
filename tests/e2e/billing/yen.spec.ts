import { LONG } from '../support/long.ts'
import { freeMember } from '../support/members.ts'
import { expect, type OwnShop, test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/test.ts'
import { theTerms, upgradeButton } from './paying.ts'

/** The prices at Stripe get yen. */
async function sellInYen({ stripe }: OwnShop, trialDays = 0) {
  const { data } = await stripe.api('GET', 'prices', {})
  for (const [plan, usd, jpy] of [
    ['pro_monthly', 2900, 3980],
    ['pro_yearly', 26_400, 39_800],
  ] as const) {
    await stripe.api('POST', 'prices', {
      ...{ product: data[0]!.product, lookup_key: plan, transfer_lookup_key: 'true' },
      ...{ currency: 'usd', unit_amount: String(usd) },
      'currency_options[jpy][unit_amount]': String(jpy),
      'currency_options[jpy][tax_behavior]': 'inclusive',
      ...(trialDays > 0 && { 'metadata[trial_days]': String(trialDays) }),
      'recurring[interval]': plan === 'pro_yearly' ? 'year' : 'month',
    })
  }
}

test('a Japanese visitor subscribes in yen', LONG, async ({ page, shop }) => {
  test.setTimeout(60_000)
  await freeMember(page)
  await page.goto('/ja/pricing')
  await expect(page.getByText('年額US$264を一括でお支払い')).toBeVisible()
  await expect(page.getByRole('combobox', { name: '通貨' })).toHaveCount(0)
  await sellInYen(shop)
  // The cached page follows within two seconds.
  await expect(async () => {
    await page.goto('/ja/pricing')
    await expect(page.getByText('年額¥39,800（税込）を一括でお支払い')).toBeVisible({ timeout: 1 })
  }).toPass({ timeout: 5_000 })
  await expect(page.getByText('月額¥3,317（税込）')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('radio', { name: '月払い' }).check()
  await expect(page.getByText('月額¥3,980（税込）')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'アップグレード' }).click()
  const terms = page.getByRole('dialog', { name: 'お申し込み内容の確認' })
  await expect(terms).toContainText('月額¥3,980（税込）。12か月ご利用の場合の総額は¥47,760（税込）です。')
  await expect(terms).toContainText('料金は消費税を含みます')
  await expectAccessible(page)
  await terms.getByRole('button', { name: '¥3,980（税込）を支払って申し込む' }).click()
  await page.waitForURL(/\/c\/pay\//)
  await expect(page.getByText('¥3,980').first()).toBeVisible()
  await page.getByRole('button', { name: '¥3,980 を支払う' }).click()
  await page.waitForURL(/\/ja\/paysuccess/)
  await expect(page.getByRole('heading', { name: 'Pro会員へようこそ！' })).toBeVisible()
  expect((await shop.stripe.truth()).charges).toMatchObject([{ amount: 3980, currency: 'jpy' }])

  await page.goto('/ja/account')
  await page.getByRole('button', { name: '年払いに変更' }).click()
  await expect(page.getByRole('dialog', { name: '年払いに変更しますか？' })).toContainText(
    '1年ごとに¥39,800で',
  )
})

test('a Japanese visitor tries for fourteen days: the first charge is told three times, and cancelling costs nothing', async ({
  page,
  shop,
}) => {
  test.setTimeout(60_000)
  await sellInYen(shop, 14)
  await freeMember(page)
  await expect(async () => {
    await page.goto('/ja/pricing')
    const offered = page.getByText('新規会員は14日間無料。その後は解約されるまで年額¥39,800（税込）です。')
    await expect(offered).toBeVisible({ timeout: 1 })
  }).toPass({ timeout: 5_000 })
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'アップグレード' }).click()
  const terms = page.getByRole('dialog', { name: 'お申し込み内容の確認' })
  await expect(terms).toContainText('本日のお支払いはありません。14日間の無料期間が終わる')
  await expect(terms).toContainText('より前に解約すれば、お支払いはなく')
  await expectAccessible(page)
  await terms.getByRole('button', { name: '14日間無料で始める（その後¥39,800（税込）を自動で請求）' }).click()
  await page.waitForURL(/\/c\/pay\//)
  await expect(page.getByText('14日間無料')).toBeVisible()
  await page.getByRole('button', { name: 'トライアルを開始' }).click()
  await page.waitForURL(/\/ja\/paysuccess/)
  await expect(page.getByRole('heading', { name: 'Pro会員へようこそ！' })).toBeVisible()
  await page.goto('/ja/account')
  await expect(
    page.getByText(/まで無料です。それまでに解約されない場合、¥39,800が請求されます。/),
  ).toBeVisible()
  await page.getByRole('button', { name: '解約', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '解約する' }).click()
  await expect(page.getByText(/解約済みです。.*以後の請求はありません。/)).toBeVisible()
  await shop.passDays(15)
  const { charges, subscriptions } = await shop.stripe.truth()
  expect([charges, subscriptions.map(({ status }) => status)]).toEqual([[], ['canceled']])
})

test('a visitor chooses the currency, which stays chosen and is charged', LONG, async ({ page, shop }) => {
  await sellInYen(shop)
  await freeMember(page)
  await expect(async () => {
    await page.goto('/pricing')
    await expect(page.getByRole('combobox', { name: 'Currency' })).toBeVisible({ timeout: 1 })
  }).toPass({ timeout: 5_000 })
  await expect(page.getByText('billed annually at US$264')).toBeVisible()
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('jpy')
  await expect(page.getByText('billed annually at ¥39,800 (tax included)')).toBeVisible()
  await expect(page.getByText('US$264')).toBeHidden()
  await page.reload()
  await expect(page.getByText('billed annually at ¥39,800 (tax included)')).toBeVisible()
  await upgradeButton(page).click()
  await expect(theTerms(page)).toContainText('¥39,800 (tax included) a year')
  await theTerms(page)
    .getByRole('button', { name: /^Subscribe and pay ¥39,800/ })
    .click()
  await page.waitForURL(/\/c\/pay\//)
  await expect(page.getByText('¥39,800').first()).toBeVisible()
})
