import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startStripeEmulator } from '../../../tools/stripe-emulator/emulator.ts'
import { makeVideo } from '../../support/footage.ts'
import { startMailServer } from '../../support/mail/mail-server.ts'
import { LONG } from '../support/long.ts'
import { expect, expectAccessible, test } from '../support/test.ts'
import { firstStart } from './first-start.ts'

const STRIPE_SECRET_KEY = 'sk_test_of_a_new_shop'
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">
<path fill="#0f766e" d="M0 20q15-20 30 0t30 0 30 0 30 0v12q-15 20-30 0t-30 0-30 0-30 0z"/></svg>`

/** A Stripe account in which nobody has made anything yet. */
async function anEmptyStripe() {
  const stripe = await startStripeEmulator({ secretKey: STRIPE_SECRET_KEY })
  const { products, prices, currencyOptions } = stripe.account.state
  for (const made of [products, prices, currencyOptions]) made.clear()
  return stripe
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const inJapanese = (day: string) =>
  new Date(day).toLocaleDateString('ja-JP', { dateStyle: 'long', timeZone: 'UTC' })

// Pages wait for the admin at first, and the shop has no price yet.
test.use({ expectedNoise: /status of (?:404|503)/ })

test(
  'an empty folder becomes a Japanese shop that sells in yen, by the browser alone',
  LONG,
  async ({ page, browser }, testInfo) => {
    test.setTimeout(300_000)
    let shots = 0
    /** A phone and a desktop, light and dark: no violation, and pictures to look at. */
    async function look(at: Page, name: string) {
      shots++
      for (const width of [360, 1280]) {
        await at.setViewportSize({ width, height: 800 })
        await expectAccessible(at, ['light', 'dark'])
        for (const colorScheme of ['light', 'dark'] as const) {
          await at.emulateMedia({ colorScheme })
          const path = testInfo.outputPath(
            `${String(shots).padStart(2, '0')}-${name}-${width}-${colorScheme}.png`,
          )
          await at.screenshot({ path, fullPage: true })
          const overflow = await at.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0)
        }
      }
      await at.emulateMedia({ colorScheme: 'light' })
    }

    const mail = await startMailServer()
    const stripe = await anEmptyStripe()
    const { setup, origin, folder, close } = await firstStart({
      ...{ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'shop@kawa.example' },
      ...{ STRIPE_SECRET_KEY, STRIPE_API_URL: stripe.url.origin },
    })
    const film = join(folder, 'river.mp4')
    await makeVideo(film, { size: '1280x720', seconds: 3 })
    const mailsTo = (to: string) => mail.mails.filter((each) => each.to.includes(to))
    const text = (name: string, of = page) => of.getByRole('textbox', { name, exact: true })
    const press = (name: string, of = page) => of.getByRole('button', { name, exact: true }).click()
    /** What was published shows within two seconds. */
    const follows = (at: Page, path: string, seen: () => Promise<void>) =>
      expect(async () => {
        await at.goto(`${origin}${path}`)
        await seen()
      }).toPass({ timeout: 10_000 })

    await page.goto(origin)
    await look(page, 'closed')
    await page.goto(setup)
    await page.getByRole('link', { name: '日本語' }).click()
    await text('ショップの名前').fill('川の店')
    await page.getByRole('combobox', { name: 'ショップの言語' }).selectOption('日本語のみ')
    await text('お名前').fill('佐藤葵')
    await text('メールアドレス').fill('aoi@kawa.example')
    await text('パスワード').fill('nagareru-mizu')
    await look(page, 'setup')
    await press('ショップを開く')
    await expect(page.getByRole('heading', { name: '見た目を選ぶ' })).toBeFocused()
    await page.getByLabel('アクセントカラー').fill('#0f766e')
    await look(page, 'setup-look')
    await press('この見た目にする')
    await expect(page.getByRole('heading', { name: 'スタジオを守る' })).toBeFocused()
    await look(page, 'setup-factor')
    await press('次へ')
    await press('自分にテストメールを送る')
    await expect(page.getByText('aoi@kawa.example宛てのメールを受け付けました')).toBeVisible()
    expect(mailsTo('aoi@kawa.example')).toHaveLength(1)
    await look(page, 'setup-mail')
    await press('次へ')
    await expect(page.getByRole('heading', { name: '会員プランを販売する' })).toBeFocused()
    await look(page, 'setup-stripe')

    const [prices] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Stripeを設定' }).click(),
    ])
    await prices.setViewportSize({ width: 1280, height: 800 })
    const part = (name: string) => prices.getByRole('row', { name })
    await expect(part('Webhook')).toContainText('作成します')
    await expect(part('1か月プランの商品と料金')).toContainText('金額が必要です')
    await look(prices, 'prices-before')
    await press('Stripeを設定', prices)
    await expect(theToastIn(prices, 'Stripeを設定しました。')).toBeVisible()
    await expect(part('Webhook')).toContainText('あります')
    await prices.getByRole('combobox', { name: '通貨を追加' }).selectOption('jpy')
    await text('1か月、JPY', prices).fill('3980')
    await text('1年、JPY', prices).fill('39800')
    await press('料金を変更', prices)
    await expect(prices.getByText('必要なものはすべてStripeにあります。')).toBeVisible()
    await look(prices, 'prices-after')
    await prices.close()

    await press('次へ')
    await expect(page.getByRole('heading', { name: '最初のファイルを追加する' })).toBeFocused()
    const [uploads] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'ファイルを追加' }).click(),
    ])
    await uploads.getByLabel('ファイルを選ぶ').setInputFiles(film)
    await expect(uploads.getByText('完了', { exact: true })).toBeVisible({ timeout: 90_000 })
    await look(uploads, 'uploads')
    await uploads.close()
    await press('次へ')
    await expect(page.getByRole('heading', { name: 'ショップが開きました' })).toBeFocused()
    await look(page, 'setup-ready')
    await page.getByRole('link', { name: 'スタジオへ' }).last().click()
    await expect(page.getByRole('region', { name: '残りの設定' }).getByRole('listitem')).toHaveCount(1)
    await look(page, 'studio')

    await page.goto(`${origin}/ja/studio/categories`)
    await page.getByLabel('英語の名前').last().fill('Water')
    await page.getByLabel('日本語の名前').last().fill('水辺')
    await press('カテゴリーを追加')
    await expect(page.getByText('「水辺」を追加しました。')).toBeVisible()
    await look(page, 'categories')
    await page.goto(`${origin}/ja/studio/library?state=draft`)
    await expect(page.getByRole('grid').locator('[data-index]').first()).toBeVisible()
    await look(page, 'library')
    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await text('タイトル（日本語）').fill('朝の川')
    await page.getByLabel('カテゴリー', { exact: true }).selectOption('水辺')
    await page.getByRole('radio', { name: 'いいえ' }).check()
    await page.getByLabel('ライセンス', { exact: true }).fill('川の店ライセンス')
    await expect(page.locator('.clip-saved')).toContainText('保存しました')
    await look(page, 'clip-room')
    await press('今すぐ公開')
    await page.getByRole('dialog').getByRole('button', { name: '今すぐ公開' }).click()
    await expect(page.locator('.clip-state')).toHaveText('公開中')
    const clip = `/ja/m/${page.url().split('/').at(-1)}`

    await page.goto(`${origin}/ja/studio/shop`)
    const logo = { name: 'kawa.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) }
    await page.getByLabel('ロゴ', { exact: true }).setInputFiles(logo)
    await expect(page.getByText('未保存の変更が1件あります')).toBeVisible()
    await look(page, 'shop-identity')
    await press('独自のページ')
    await press('追加')
    await text('アドレス').fill('about')
    await page.getByLabel('タイトル（日本語）').fill('川の店について')
    await page
      .getByLabel('本文（日本語）')
      .fill('川のそばで**撮影**しています。\n\n## 場所\n\n- 京都\n- [料金](/pricing)')
    await page.getByLabel('フッターにリンクする').check()
    await look(page, 'shop-pages')
    await press('文章')
    await page.locator('summary', { hasText: /^利用規約$/ }).click()
    const lead = page.locator('[data-path="words.terms.lead"]').getByRole('textbox').last()
    await lead.fill('川の店の規約です。')
    await look(page, 'shop-words')
    // Nobody is a member yet, so the first terms of its own hold at once.
    await press('規約')
    await text('利用規約とライセンスの発効日').fill(dayIn(0))
    await page.getByRole('spinbutton', { name: '会員に知らせる日数前' }).fill('0')
    await look(page, 'shop-legal')
    const publish = async () => {
      await press('下書きを保存')
      await expect(page.getByText(/公開していない変更が\d+件あります/)).toBeVisible()
      await press('公開')
      await expect(page.getByText('訪問者に見えているものと同じです。')).toBeVisible()
    }
    await publish()
    await look(page, 'shop-published')

    const visitor = await browser.newContext({ locale: 'ja-JP', reducedMotion: 'reduce' })
    const stranger = await visitor.newPage()
    const problems: string[] = []
    stranger.on('pageerror', (error) => problems.push(String(error)))
    await follows(stranger, '/', async () => {
      await expect(stranger.locator('.wordmark img')).toBeVisible({ timeout: 500 })
      await expect(stranger.getByRole('link', { name: '朝の川' }).first()).toBeVisible({ timeout: 500 })
    })
    expect(new URL(stranger.url()).pathname).toBe('/ja')
    await expect(stranger).toHaveTitle(/^川の店/)
    await look(stranger, 'home')
    await stranger.getByRole('contentinfo').getByRole('link', { name: '川の店について' }).click()
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('川の店について')
    await look(stranger, 'own-page')
    await stranger.goto(`${origin}/ja/terms`)
    await expect(stranger.getByText('川の店の規約です。')).toBeVisible()
    await look(stranger, 'terms')
    await stranger.goto(`${origin}${clip}`)
    await look(stranger, 'clip')
    await stranger.goto(`${origin}/ja/pricing`)
    await stranger.getByRole('radio', { name: '月払い' }).check()
    await expect(stranger.getByText('月額¥3,980（税込）').first()).toBeVisible()
    await look(stranger, 'pricing')
    await stranger.getByRole('main').getByRole('button', { name: 'アップグレード' }).click()
    const dialog = stranger.getByRole('dialog')
    await expect(dialog).toContainText(`${inJapanese(dayIn(0))}発効`)
    await dialog.getByLabel('お名前').fill('高橋蓮')
    await dialog.getByLabel('メールアドレス').fill('ren@visitor.example')
    await dialog.getByLabel('パスワード', { exact: true }).fill('asagiri-no-kawa')
    await look(stranger, 'sign-up')
    await dialog.locator('[type=submit]').click()
    const order = stranger.getByRole('dialog', { name: 'お申し込み内容の確認' })
    await expect(order).toContainText('¥3,980（税込）')
    await expect(order).toContainText(`${inJapanese(dayIn(0))}発効`)
    await look(stranger, 'order')
    await order.getByRole('button', { name: '¥3,980（税込）を支払って申し込む' }).click()
    await stranger.waitForURL(/\/c\/pay\//)
    await expect(stranger.getByText('¥3,980').first()).toBeVisible()
    await look(stranger, 'stripe')
    await stranger.getByRole('button', { name: '¥3,980 を支払う' }).click()
    await stranger.waitForURL(/\/ja\/paysuccess/)
    await expect(stranger.getByRole('heading', { name: 'Pro会員へようこそ！' })).toBeVisible()
    await look(stranger, 'paid')
    expect([...stripe.account.state.charges.values()]).toMatchObject([{ amount: 3980, currency: 'jpy' }])

    await stranger.goto(`${origin}${clip}`)
    const saving = stranger.waitForEvent('download')
    await stranger.getByRole('button', { name: 'ダウンロード', exact: true }).click()
    await (await saving).path()
    await look(stranger, 'downloaded')
    await theToastIn(stranger, 'ダウンロードを開始しました。')
      .getByRole('link', { name: 'ライセンスを見る' })
      .click()
    const certificate = stranger.locator('.certificate')
    for (const named of ['川の店', '朝の川', '高橋蓮', inJapanese(dayIn(0))])
      await expect(certificate).toContainText(named)
    await look(stranger, 'certificate')
    await stranger.goto(`${origin}/ja/account`)
    await look(stranger, 'account')

    // Who is a member is told of the next terms before they hold.
    await page.goto(`${origin}/ja/studio/shop`)
    await press('文章')
    await page.locator('summary', { hasText: /^利用規約$/ }).click()
    await lead.fill('川の店の新しい規約です。')
    await press('規約')
    await text('利用規約とライセンスの発効日').fill(dayIn(30))
    await page.getByRole('spinbutton', { name: '会員に知らせる日数前' }).fill('30')
    await publish()
    const told = () =>
      mailsTo('ren@visitor.example').find(({ subject }) => subject.includes('改定のお知らせ'))
    await expect.poll(told, { timeout: 90_000 }).toBeDefined()
    expect(told()?.subject).toBe(`【川の店】利用規約改定のお知らせ（${inJapanese(dayIn(30))}から）`)
    await stranger.goto(/https?:\S+\/terms\/\S+/.exec(told()?.text ?? '')?.[0] ?? '')
    await expect(stranger.getByText('川の店の新しい規約です。')).toBeVisible()
    await look(stranger, 'coming-terms')
    await page.goto(`${origin}/ja/studio`)
    await look(page, 'studio-after')
    expect(problems).toEqual([])
    await visitor.close()
    await close()
    await stripe.close()
    await mail.close()
  },
)

const theToastIn = (page: Page, text: string) =>
  page.getByRole('region', { name: 'お知らせ' }).getByRole('listitem').filter({ hasText: text })
