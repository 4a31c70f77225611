import { expect, onTestFinished, test, vi } from 'vitest'
import { certificateFacts, type StatedLicence } from './certificate-facts.ts'

const words = {
  labels: {
    clip: 'Clip',
    date: 'Date',
    plan: 'Membership',
    kind: 'Licence',
    terms: 'Terms',
    number: 'Number',
    promotion: 'Promotion',
    collection: 'Set',
    origin: 'Origin',
  },
  plans: { free: 'Free', pro: 'Pro', early_adopter: 'Early tester', admin: 'Administrator' },
  origins: { ai: 'Made with AI', noAi: 'Made without AI' },
  kinds: { commercial: 'Commercial', editorial: 'Editorial' },
  inForce: 'Effective {date}',
}
const licence: StatedLicence = {
  id: '7K3MQ9ZT2VXR4HND5WPB',
  clip_title: 'Torii',
  clip_title_ja: '鳥居',
  license_type: 'commercial',
  ai: null,
  digital_source_type: null,
  terms_version: '2024-12-01',
  plan: 'pro',
  via: 'clip',
  via_name: '',
  created: '2026-11-21T23:30:00.000Z',
}

test('a certificate states clip, day, kind, plan, terms and number', () => {
  expect(certificateFacts(licence, words, 'en').map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Clip: Torii',
    'Date: November 21, 2026',
    'Licence: Commercial',
    'Membership: Pro',
    'Terms: Effective December 1, 2024',
    'Number: 7K3MQ 9ZT2V XR4HN D5WPB',
  ])
})

test('it has the title and the dates of its language, if the clip has a title in it', () => {
  const values = (given: Partial<StatedLicence>) =>
    certificateFacts({ ...licence, ...given }, words, 'ja').map(({ value }) => value)
  expect(values({}).slice(0, 2)).toEqual(['鳥居', '2026年11月21日'])
  expect(values({ clip_title_ja: '' })[0]).toBe('Torii')
})

test.each([
  ['America/New_York', 30],
  ['Asia/Tokyo', 1],
])('its days are those of UTC on a machine in %s too', (zone, localDay) => {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(new Date('2024-12-01T00:00:00Z').getDate()).toBe(localDay)
  const dates = certificateFacts(licence, words, 'en').map(({ value }) => value)
  expect([dates[1], dates[4]]).toEqual(['November 21, 2026', 'Effective December 1, 2024'])
})

test('it names the promotion or the set of the download', () => {
  const taken = { ...licence, via: 'promotion', via_name: 'Kyoto Autumn' } as const
  expect(certificateFacts(taken, words, 'en').at(-1)).toEqual({ label: 'Promotion', value: 'Kyoto Autumn' })
})

test('it states whether the clip was made with AI, and IPTC’s name for that, if the clip said so', () => {
  const origin = (ai: boolean | null, type: string | null) =>
    certificateFacts({ ...licence, ai, digital_source_type: type }, words, 'en').find(
      ({ label }) => label === 'Origin',
    )?.value
  expect(origin(true, 'trainedAlgorithmicMedia')).toBe('Made with AI (IPTC trainedAlgorithmicMedia)')
  expect(origin(false, null)).toBe('Made without AI')
  expect(origin(null, null)).toBeUndefined()
})
