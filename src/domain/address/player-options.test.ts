import { expect, test } from 'vitest'
import { playerOptions, playerQuery } from './player-options.ts'

const of = (query: string) => playerOptions(new URLSearchParams(query))

test('a film loops without sound by default', () => {
  expect(of('')).toEqual({ loop: true, muted: true })
  expect(of('loop=1&mute=1')).toEqual({ loop: true, muted: true })
  expect(of('loop=0')).toEqual({ loop: false, muted: true })
  expect(of('mute=false')).toEqual({ loop: true, muted: false })
  expect(of('muted=0&mute=1')).toEqual({ loop: true, muted: false })
  expect(of('loop=<script>')).toEqual({ loop: true, muted: true })
})

test('only changed options are in the URL', () => {
  expect(playerQuery(of(''))).toBe('')
  expect(playerQuery(of('loop=no&mute=off'))).toBe('?loop=0&muted=0')
  expect(of(playerQuery(of('loop=0')).slice(1))).toEqual({ loop: false, muted: true })
})
