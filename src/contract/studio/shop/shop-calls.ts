import { admin } from '../../call.ts'
import {
  PictureName,
  ShopDraft,
  ShopFile,
  ShopNumber,
  ShopPicture,
  ShopRevision,
  StudioShop,
} from './shop.ts'

/** Three megabytes in base64. */
const PICTURE = 4 * 1024 * 1024
/** All pictures in base64, and the settings. */
const FILE = 15 * 1024 * 1024
const SETTINGS = 512 * 1024

export const studioShop = admin.get('/api/studio/shop', {
  does: 'The draft of the shop’s settings, the published ones, their form and their versions.',
  answer: StudioShop,
})

export const saveShopDraft = admin.put('/api/studio/shop/draft', {
  does: 'Replaces the draft; a wrong one is refused with the `problems` of its fields.',
  example: { settings: { identity: { name: 'Nagare' } }, revision: 0 },
  body: ShopDraft,
  answer: ShopRevision,
  bodyBytes: SETTINGS,
  errors: ['shopInvalid', 'versionConflict'],
})

export const publishShop = admin.post('/api/studio/shop/publish', {
  does: 'Shows the draft to everybody.',
  example: { revision: 1 },
  body: ShopRevision,
  errors: ['shopInvalid', 'versionConflict'],
})

export const restoreShop = admin.post('/api/studio/shop/versions/{number}/restore', {
  does: 'Publishes a former version again.',
  example: { number: 1, revision: 2 },
  params: ShopNumber,
  body: ShopRevision,
  errors: ['notFound', 'versionConflict'],
})

export const addShopPicture = admin.post('/api/studio/shop/pictures', {
  does: 'Stores a picture for the shop, cleaned or encoded anew; settings name it.',
  example: {
    use: 'logo',
    bytes:
      'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxwYXRoIGQ9Ik0wIDBoOHY4SDB6Ii8+PC9zdmc+',
  },
  body: ShopPicture,
  answer: PictureName,
  bodyBytes: PICTURE,
  errors: ['pictureInvalid', 'picturesFull'],
})

export const exportShop = admin.get('/api/studio/shop/export', {
  does: 'The draft with its pictures as one file.',
  file: { type: 'application/zip', name: 'shop.zip' },
})

export const importShop = admin.post('/api/studio/shop/import', {
  does: 'Makes an exported file the draft.',
  example: { bytes: 'UEsDBBQAAAAIAA==', revision: 1 },
  body: ShopFile,
  answer: ShopRevision,
  bodyBytes: FILE,
  errors: ['shopFileInvalid', 'shopInvalid', 'pictureInvalid', 'picturesFull', 'versionConflict'],
})

export const previewShop = admin.post('/api/studio/shop/preview', {
  does: 'Lets this browser see pages as the draft would look, with `draft` in the query, for an hour.',
})
