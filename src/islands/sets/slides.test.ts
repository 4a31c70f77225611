import { expect, test } from 'vitest'
import type { SetClip } from '#stores/sets/set-clips.ts'
import { type SlideOptions, slideOf } from './slides.ts'

const clip: SetClip = {
  id: 7,
  title: 'Torii',
  file_name: 'torii.mp4',
  cloudpath: 'full/torii.mp4',
  byte_size: 1,
  video_url: '/api/medias/7/video',
  watermarked_url: '/media/watermarked/torii.mp4',
  poster: '/media/poster/torii/1280.webp',
  posterWidth: 1280,
  width: 1920,
}

const aSlide = (options: Partial<SlideOptions>) =>
  slideOf(clip, {
    kind: 'promotion',
    token: undefined,
    sizeOf: () => undefined,
    autoPlay: true,
    loop: true,
    ...options,
  })
const filmsOf = (options: Partial<SlideOptions>) => aSlide(options).sources.map(({ src }) => src)

test('a promotion plays its full film to everybody, a curated set only with a token', () => {
  expect(filmsOf({ kind: 'promotion' })).toEqual(['/api/medias/7/video', '/media/watermarked/torii.mp4'])
  expect(filmsOf({ kind: 'collection' })).toEqual(['/media/watermarked/torii.mp4'])
  expect(filmsOf({ kind: 'collection', token: 'a b' })).toEqual([
    '/api/medias/7/video?token=a%20b',
    '/media/watermarked/torii.mp4',
  ])
})

test('it has the thumbnail’s shape, and 1080 by 780 without one', () => {
  expect(aSlide({})).toMatchObject({ width: 1080, height: 780 })
  expect(aSlide({ sizeOf: () => ({ width: 444, height: 250 }) })).toMatchObject({ width: 1280, height: 721 })
})

test('it is a looping video with controls, in one format', () => {
  expect(aSlide({})).toMatchObject({
    id: 7,
    type: 'video',
    autoPlay: true,
    loop: true,
    controls: true,
    title: 'Torii',
  })
  expect(aSlide({}).sources.every(({ type }) => type === 'video/mp4')).toBe(true)
  expect(aSlide({}).poster).toBe('/media/poster/torii/1280.webp')
})
