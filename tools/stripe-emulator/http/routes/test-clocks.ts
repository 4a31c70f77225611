import type Stripe from 'stripe'
import { page } from '../../model/page.ts'
import { advanceClock, createClock, deleteClock, getClock } from '../../model/test-clocks.ts'
import { integer, required, text } from '../fields.ts'
import { fieldsOf, newestFirst, PAGE, route } from '../route.ts'

const PATH = '/v1/test_helpers/test_clocks'

export const testClockRoutes = [
  route(
    `POST ${PATH}`,
    fieldsOf<Stripe.TestHelpers.TestClockCreateParams>()({ frozen_time: required(integer), name: text }),
    (account, { frozen_time, name }) => createClock(account, frozen_time, name ?? null),
  ),
  route(`GET ${PATH}`, PAGE, (account, cursor) =>
    page(newestFirst(account.state.clocks), cursor, { url: PATH, noun: 'test clock' }),
  ),
  route(`GET ${PATH}/:clock`, {}, (account, _, { clock }) => getClock(account, clock)),
  route(
    `POST ${PATH}/:clock/advance`,
    fieldsOf<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: required(integer) }),
    (account, { frozen_time }, { clock }) => advanceClock(account, clock, frozen_time),
  ),
  route(`DELETE ${PATH}/:clock`, {}, (account, _, { clock }) => deleteClock(account, clock)),
]
