import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentsOf, colorsOf, lookTokens, PAPERS } from './look.ts'
import { contrast, hexOf, oklchOf } from './oklch.ts'

/** Inks of styles/tokens.css. */
const INKS = {
  light: [
    { l: 0.24, c: 0.035, h: 264 },
    { l: 0.44, c: 0.03, h: 264 },
    { l: 0.52, c: 0.18, h: 32 },
  ],
  dark: [
    { l: 0.94, c: 0.008, h: 95 },
    { l: 0.76, c: 0.015, h: 264 },
    { l: 0.74, c: 0.14, h: 38 },
  ],
}

const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('whatever accent and paper are wished, every text keeps 4.5 : 1 and every control 3 : 1', () => {
  fc.assert(
    fc.property(hex, fc.constantFrom(...PAPERS), (accent, paper) => {
      for (const [scheme, colors] of Object.entries(colorsOf({ accent, paper }))) {
        const papers = [colors.paper, colors.raised, colors.sunken]
        const texts = [colors.accent, ...INKS[scheme as 'light']]
        for (const text of texts)
          for (const behind of papers) expect(contrast(text, behind)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(colors.accentInk, colors.accent)).toBeGreaterThanOrEqual(4.5)
        for (const text of [colors.accent, INKS[scheme as 'light'][0]!])
          expect(contrast(text, colors.accentSoft)).toBeGreaterThanOrEqual(4.5)
        for (const behind of papers) expect(contrast(colors.focus, behind)).toBeGreaterThanOrEqual(3)
      }
    }),
  )
})

test('a colour survives the way to OKLCH and back', () => {
  fc.assert(
    fc.property(hex, (color) => {
      expect(hexOf(oklchOf(color))).toBe(color)
    }),
  )
})

test('a legible wish is kept; another keeps its hue and moves only as far as it must', () => {
  expect(accentsOf({ accent: '#8a1f4d', paper: 'warm' }).light).toBe('#8a1f4d')
  const { light, dark } = accentsOf({ accent: '#ffd400', paper: 'warm' })
  expect(light).not.toBe('#ffd400')
  expect(dark).toBe('#ffd400')
  expect(Math.abs(oklchOf(light).h - oklchOf('#ffd400').h)).toBeLessThan(2)
  expect(contrast(oklchOf(light), colorsOf({ accent: '#ffd400', paper: 'warm' }).light.sunken)).toBeLessThan(
    4.8,
  )
})

test('our own look needs no style sheet', () => {
  expect(lookTokens({ accent: '', paper: 'warm', corners: 'soft' })).toBe('')
  expect(lookTokens({ accent: '', paper: 'warm', corners: 'sharp' })).toBe(
    '--radius-s:0;--radius-m:0;--radius-full:0;',
  )
  expect(lookTokens({ accent: '#8a1f4d', paper: 'warm', corners: 'soft' })).toMatch(
    /--accent:light-dark\(oklch/,
  )
})
