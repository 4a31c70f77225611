import { writeFileSync } from 'node:fs'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { LONG } from '../support/long.ts'
import { aClip, bearer, signedIn } from '../support/members.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible } from '../support/test.ts'

test(
  'what became of a sheet, and files that were not taken, survive a reload',
  LONG,
  async ({ page }, testInfo) => {
    const name = `sheet-${Date.now()}.csv`
    const [sheet, other] = [testInfo.outputPath(name), testInfo.outputPath('notes.doc')]
    writeFileSync(sheet, 'file,title_en,license_type,colour\ngone.mp4,Gone,free,red\n')
    writeFileSync(other, 'no film')
    await signedIn(page, KNOWN_MEMBERS.editor)
    await page.goto('/studio/uploads')
    await page.getByLabel('Choose files').setInputFiles([sheet, other])
    const row = page.getByRole('listitem').filter({ hasText: name })
    const notTaken = page.getByRole('alert').filter({ hasText: 'notes.doc' })
    for (const path of ['/studio/uploads', '/ja/studio/uploads'] as const) {
      const isEnglish = path === '/studio/uploads'
      await expect(row).toContainText(isEnglish ? '0 rows applied' : '0行を適用', { timeout: 20_000 })
      await row.locator('summary').click()
      for (const line of isEnglish
        ? [
            'Files that are not there: gone.mp4',
            'Columns that are not known and not read: colour',
            'Row 2, column C (license_type): “free” must be commercial or editorial',
          ]
        : [
            '見つからないファイル：gone.mp4',
            '対応していないため読み込まない列：colour',
            '2行目C列（license_type）：「free」はcommercialまたはeditorialにしてください',
          ])
        await expect(row.getByText(line)).toBeVisible()
      await expect(notTaken).toBeVisible()
      await expectAccessible(page)
      if (isEnglish) await page.reload()
      if (isEnglish) await expect(notTaken).toContainText('This kind of file is not taken.')
      if (isEnglish) await page.goto('/ja/studio/uploads')
    }
    await notTaken.getByRole('button').click()
    await page.reload()
    await expect(row).toBeVisible()
    await expect(notTaken).toHaveCount(0)
    const headers = await bearer(page)
    const { uploads } = await (await page.request.get('/api/studio/uploads', { headers })).json()
    const { id } = uploads.find((line: { file_name: string }) => line.file_name === name)
    await page.request.delete(`/api/studio/uploads/${id}`, { headers })
  },
)

test('an import says in the language of its page what it leaves out, and takes the rest', async ({
  page,
}, testInfo) => {
  await signedIn(page, KNOWN_MEMBERS.editor)
  const { id } = await aClip(page.request, 'temple')
  const sheet = testInfo.outputPath('saved.csv')
  writeFileSync(
    sheet,
    `id,state,user_name,date_created\n${id},hidden,Imported ${id},2026/13/45\n7654321,,,\n`,
  )
  await page.goto('/ja/studio/import')
  await page.getByLabel('シートを選ぶ').setInputFiles(sheet)
  await expect(page.getByText('2行目D列（date_created）：「2026/13/45」は日付ではありません')).toBeVisible()
  await expect(page.getByText('3行目：クリップ7654321はありません')).toBeVisible()
  await expect(page.getByText('書き出し専用で、取り込まない列：state')).toBeVisible()
  await expect(page.getByRole('cell', { name: `Imported ${id}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '1本を変更する' }).click()
  const progress = page.getByRole('region', { name: '最後の一括変更' })
  await expect(progress).toContainText('1件を変更しました。', { timeout: 20_000 })
  await page.reload()
  await expect(page.getByText('3行目：クリップ7654321はありません')).toBeVisible()
  await progress.getByRole('button', { name: '元に戻す' }).click()
  await expect(progress).toContainText('1件を元に戻しました。', { timeout: 20_000 })
  await progress.getByRole('button', { name: '閉じる' }).click()
  await expect(page.getByText('3行目')).toHaveCount(0)
})
