import { describe, expect, test, vi } from 'vitest'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { queueCustomerUpdate, updateCustomerJob } from './update-customer.ts'

const context = { signal: new AbortController().signal, attempts: 1 } as never
const jobs = ({ deps }: Shop) =>
  deps.db.selectFrom('jobs').select('payload').where('kind', '=', updateCustomerJob.kind).execute()

/** The requests to Stripe are the same on both engines. */
const { open } = sqliteDatabases()

describe('a new name or address', () => {
  async function aCustomer() {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    await shop.checkout(member.id)
    await shop.deps.db
      .updateTable('users')
      .set({ name: 'Ren', email: 'ren@example.com' })
      .where('id', '=', member.id)
      .execute()
    const run = (userId = member.id) => updateCustomerJob.run(shop.deps, { userId }, context)
    const customer = () => shop.emulator.control.truth().customers[0]!
    return { shop, member, run, customer }
  }

  test('is sent to Stripe for customers, and queued for nobody else', async () => {
    const { shop, member, run, customer } = await aCustomer()
    const other = await aMember(shop.deps)
    await queueCustomerUpdate(shop.deps.db, other.id, shop.deps.now())
    expect(await jobs(shop)).toEqual([])
    await run(other.id)
    await queueCustomerUpdate(shop.deps.db, member.id, shop.deps.now())
    const [job] = await jobs(shop)
    expect(JSON.parse(job!.payload)).toEqual({ userId: member.id, at: shop.deps.now().toISOString() })
    await run()
    expect(await shop.stripe.customers.retrieve(customer().id)).toMatchObject({
      name: 'Ren',
      email: 'ren@example.com',
    })
  })

  test.each([{ business_name: 'Aoi KK' }, { tax_ids: { data: [{}] } }])(
    'leaves the name that a company gave on its invoices: %o',
    async (company) => {
      const { shop, run } = await aCustomer()
      vi.spyOn(shop.stripe.customers, 'retrieve').mockResolvedValue(company as never)
      const update = vi.spyOn(shop.stripe.customers, 'update').mockResolvedValue({} as never)
      await run()
      expect(update.mock.calls.map(([, sent]) => sent)).toEqual([{ email: 'ren@example.com' }])
    },
  )

  test('is dropped for customers deleted at Stripe and for deleted accounts, and retried otherwise', async () => {
    const { shop, run, customer } = await aCustomer()
    const update = vi.spyOn(shop.stripe.customers, 'update')
    const retrieve = vi.spyOn(shop.stripe.customers, 'retrieve')
    retrieve.mockResolvedValueOnce({ id: customer().id, object: 'customer', deleted: true } as never)
    await run()
    const failure = (more: object) => Object.assign(new Error('no'), { type: 'StripeError', ...more })
    retrieve.mockRejectedValueOnce(failure({ code: 'resource_missing' }))
    await run()
    expect(update).not.toHaveBeenCalled()
    retrieve.mockRejectedValueOnce(failure({ statusCode: 500 }))
    await expect(run()).rejects.toThrow('no')
  })
})
