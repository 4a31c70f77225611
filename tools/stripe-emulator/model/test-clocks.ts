import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { find, invalidRequest } from './api-error.ts'
import { DAY } from './calendar.ts'
import { firstDue } from './clock.ts'
import { deleteCustomer } from './customers.ts'
import type { TestClock } from './state.ts'

export function createClock(account: Account, frozenTime: number, name: string | null): TestClock {
  const clock = {
    id: account.id('clock'),
    object: 'test_helpers.test_clock',
    created: account.now(),
    deletes_after: account.now() + 30 * DAY,
    frozen_time: frozenTime,
    livemode: false,
    name,
    status: 'ready',
    status_details: {},
  } satisfies TestClock
  return account.add<TestClock>(account.state.clocks, clock, 'test_helpers.test_clock.created')
}

export function getClock(account: Account, id: string): TestClock {
  return find(account.state.clocks, id, 'test clock')
}

/** Runs everything due before it returns; the response says `advancing`, as Stripe's does. */
export function advanceClock(account: Account, id: string, frozenTime: number): TestClock {
  const { clocks } = account.state
  const before = getClock(account, id)
  if (frozenTime <= before.frozen_time) {
    throw invalidRequest('Cannot set a frozen time that is earlier than the current frozen time.', {
      param: 'frozen_time',
    })
  }
  const advancing = account.change(clocks, before, {
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: frozenTime } },
  })
  account.emit('test_helpers.test_clock.advancing', advancing)
  for (let next = firstDue(account, id, frozenTime); next; next = firstDue(account, id, frozenTime)) {
    const frozen_time = Math.max(next.at, getClock(account, id).frozen_time)
    account.change(clocks, getClock(account, id), { frozen_time })
    next.run()
  }
  const ready = { status: 'ready', status_details: {}, frozen_time: frozenTime }
  account.emit('test_helpers.test_clock.ready', account.change(clocks, getClock(account, id), ready))
  return { ...advancing, frozen_time: before.frozen_time }
}

/** Deletes its customers too. */
export function deleteClock(account: Account, id: string): Stripe.TestHelpers.DeletedTestClock {
  const clock = getClock(account, id)
  for (const customer of [...account.state.customers.values()]) {
    if (customer.test_clock === id) deleteCustomer(account, customer.id)
  }
  account.state.clocks.delete(id)
  account.emit('test_helpers.test_clock.deleted', clock)
  return { id, object: 'test_helpers.test_clock', deleted: true }
}
