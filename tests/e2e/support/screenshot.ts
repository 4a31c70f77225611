import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './test.ts'

const ANSWER = /\/look\/[\w-]{27}$/

/** A clip, and a part of its poster as a small JPEG. */
export async function aScreenshot(page: Page, query: string) {
  const { sources } = await (await page.request.get(`/api/medias/search?q=${query}`)).json()
  const { id, media } = sources[0]
  const poster = await (await page.request.get(media.thumbnail_url)).body()
  const { width, height } = await sharp(poster).metadata()
  const part = { left: 9, top: 4, width: Math.round(width * 0.9), height: Math.round(height * 0.9) }
  const buffer = await sharp(poster).extract(part).resize(300).jpeg({ quality: 60 }).toBuffer()
  return { id, preview: media.preview_url, file: { name: 'screen.jpg', mimeType: 'image/jpeg', buffer } }
}

/** Expects this clip first among those that look like a picture. */
export const expectFirst = async (page: Page, id: number) => {
  await expect(page).toHaveURL(ANSWER)
  await expect(page.locator('.grid .tile').first()).toHaveAttribute('href', new RegExp(`/m/${id}$`))
}
