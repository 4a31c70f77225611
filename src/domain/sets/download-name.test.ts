import { expect, test } from 'vitest'
import { downloadName } from './download-name.ts'

test('a saved film is called by the product in lower case, an underscore and its own name', () => {
  expect(downloadName('Nagare', 'Torii-in-the-tide.mp4')).toBe('nagare_Torii-in-the-tide.mp4')
  expect(downloadName('流れ', '雨.mp4')).toBe('流れ_雨.mp4')
})
