import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { Certificate, type CertificateWords } from './Certificate.tsx'

const content = (name: string) =>
  parse(readFileSync(new URL(`../../content/${name}/en.yaml`, import.meta.url), 'utf8'))
const { may, mayNot, after, certificate: now } = content('licence')
const words: CertificateWords = { ...content('certificate'), summary: { may, mayNot, after }, now }

const licence = {
  id: '7K3MQ9ZT2VXR4HND5WPB',
  clip_id: 7,
  clip_available: true,
  clip_title: 'Torii',
  clip_title_ja: '鳥居',
  thumbnail_url: null,
  file_kind: 'film' as const,
  file_name: 'torii.mp4',
  license: 'Nagare licence',
  license_type: 'commercial' as const,
  ...{ ai: null, digital_source_type: null },
  terms_version: '2024-12-01',
  plan: 'pro' as const,
  licensee_name: 'Aoi',
  via: 'clip' as const,
  via_name: '',
  created: '2026-11-21T23:30:00.000Z',
  membership_live: true,
}

test.each(['America/New_York', 'UTC', 'Asia/Tokyo'])(
  'seen from %s, a certificate has the same days',
  (zone) => {
    vi.stubEnv('TZ', zone)
    vi.stubGlobal('location', { pathname: `/licence/${licence.id}` })
    onTestFinished(() => {
      vi.unstubAllEnvs()
      vi.unstubAllGlobals()
    })
    const site = { name: 'Nagare', url: 'https://nagare.example' }
    const certificate = createElement(Certificate, { licence, language: 'en', site, words, nobody: '' })
    const html = renderToStaticMarkup(certificate)
    expect(html).toContain('November 21, 2026')
    expect(html).toContain('Effective December 1, 2024')
  },
)
