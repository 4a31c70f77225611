import { admin } from '../call.ts'
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
  body: ShopDraft,
  answer: ShopRevision,
  bodyBytes: SETTINGS,
  errors: ['shopInvalid', 'versionConflict'],
})

export const publishShop = admin.post('/api/studio/shop/publish', {
  does: 'Shows the draft to everybody.',
  body: ShopRevision,
  errors: ['versionConflict'],
})

export const restoreShop = admin.post('/api/studio/shop/versions/{number}/restore', {
  does: 'Publishes a former version again.',
  params: ShopNumber,
  body: ShopRevision,
  errors: ['notFound', 'versionConflict'],
})

export const addShopPicture = admin.post('/api/studio/shop/pictures', {
  does: 'Stores a picture for the shop, cleaned or encoded anew; settings name it.',
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
  body: ShopFile,
  answer: ShopRevision,
  bodyBytes: FILE,
  errors: ['shopFileInvalid', 'shopInvalid', 'pictureInvalid', 'picturesFull', 'versionConflict'],
})

export const previewShop = admin.post('/api/studio/shop/preview', {
  does: 'Lets this browser see pages as the draft would look, with `draft` in the query, for an hour.',
})
