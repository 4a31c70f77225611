import * as z from 'zod/mini'
import { LOCALES } from '#domain/address/locale-path.ts'
import { anyone, member, paid } from '../call.ts'
import { PlayableMedia } from '../sets/sets.ts'
import { ofClip, PageQuery } from './clips.ts'
import { ClipFiles, Licence, LicenceList, LicenceParams, MediaSignQuery, SignedMedia } from './downloads.ts'

export const signMedia = paid.get('/api/media-sign', {
  does: 'A link that saves a full film or another file of the clip, and its licence.',
  more: 'A file that does not exist yet is made: the answer 202, `FILE_BEING_MADE`, says with `Retry-After` when to ask again.',
  example: { filepath: 'full/0123456789abcdef0123456789abcdef.mp4' },
  scope: 'download',
  query: MediaSignQuery,
  answer: SignedMedia,
  errors: ['mediaNotFound', 'fileNotOffered', 'fileBeingMade'],
  changes: true,
})

export const clipFiles = anyone.get('/api/medias/{id}/files', {
  does: 'The files that a clip has: sizes, who may take them, and which are made already.',
  ...ofClip,
  answer: ClipFiles,
  errors: ['mediaNotFound'],
})

export const playClip = anyone.get('/api/medias/{id}/video', {
  does: 'Leads a player of a paid member to the full film; takes the access token as `token`, too.',
  more: 'For players, which cannot send a header. One that gets 403 after five minutes asks here again.',
  ...ofClip,
  scope: 'download',
  redirects: true,
  errors: ['crossSite', 'forbidden', 'signInRequired', 'tokenInvalid', 'upgradeRequired', 'mediaNotFound'],
})

export const comp = member.get('/api/medias/{id}/comp', {
  does: 'A link that saves the watermarked film, to try it in a cut.',
  more: 'It has the name, frames and clock of the full film, so that editing programs put that in its place.',
  ...ofClip,
  scope: 'download',
  answer: PlayableMedia,
  errors: ['mediaNotFound'],
})

export const licenceList = member.get('/api/user/downloads', {
  does: 'The caller’s licences, newest first.',
  scope: 'read',
  query: PageQuery,
  answer: LicenceList,
})

export const licence = member.get('/api/licences/{id}', {
  does: 'One of the caller’s licences.',
  example: { id: 'licence-0123456789' },
  scope: 'read',
  params: LicenceParams,
  answer: Licence,
  errors: ['licenceNotFound'],
})

export const licencePdf = member.get('/api/licences/{id}/pdf', {
  does: 'The certificate of one of the caller’s licences.',
  example: { id: 'licence-0123456789', locale: 'en' },
  scope: 'read',
  params: LicenceParams,
  query: z.object({ locale: z._default(z.optional(z.enum(LOCALES)), 'en') }),
  file: { type: 'application/pdf', name: ({ id }: { id: string }) => `licence_${id}.pdf` },
  errors: ['licenceNotFound'],
  within: 'studioAnswer',
})
