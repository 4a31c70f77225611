import { defineCollection } from 'astro:content'
import { bilingual } from '#content/bilingual-loader.ts'
import { schemas } from '#content/collections.ts'

/** Long prose by language: a folder for each text, `en.yaml` and `ja.yaml`, the same fields in both. */
export const collections = {
  mission: defineCollection({ loader: bilingual('mission'), schema: schemas.mission }),
  terms: defineCollection({ loader: bilingual('terms'), schema: schemas.terms }),
  privacy: defineCollection({ loader: bilingual('privacy'), schema: schemas.privacy }),
  licence: defineCollection({ loader: bilingual('licence'), schema: schemas.licence }),
  certificate: defineCollection({ loader: bilingual('certificate'), schema: schemas.certificate }),
  pricing: defineCollection({ loader: bilingual('pricing'), schema: schemas.pricing }),
  checkout: defineCollection({ loader: bilingual('checkout'), schema: schemas.checkout }),
  commerce: defineCollection({ loader: bilingual('commerce'), schema: schemas.commerce }),
  landing: defineCollection({ loader: bilingual('landing'), schema: schemas.landing }),
}
