import { z } from 'zod'
import { prose, template, text } from './text.ts'

const row = z.strictObject({ label: text, text: prose })
function fact<const Name extends string>(name: Name) {
  return z.strictObject({ label: text, text: template(name) })
}

/** 特定商取引法に基づく表記. The seller comes from settings; missing facts are given on request. */
export const CommerceNotice = z.strictObject({
  title: text,
  description: prose,
  lead: prose,
  onRequest: text,
  rows: z.strictObject({
    seller: fact('seller'),
    representative: fact('representative'),
    address: fact('address'),
    phone: fact('phone'),
    email: fact('email'),
    /** `taxIncluded`: instead of `text`, where the prices say that taxes are in them. */
    price: z.strictObject({
      label: text,
      text: template('monthly', 'annual', 'perMonth'),
      taxIncluded: template('monthly', 'annual', 'perMonth'),
    }),
    fees: row,
    paymentMethod: row,
    paymentTime: row,
    delivery: row,
    renewal: row,
    cancellation: row,
    refunds: row,
    environment: row,
  }),
})
