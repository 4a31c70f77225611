import type { Route } from './route.ts'
import { catalogueRoutes } from './routes/catalogue.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { customerRoutes } from './routes/customers.ts'
import { eventRoutes } from './routes/events.ts'
import { invoiceRoutes } from './routes/invoices.ts'
import { paymentMethodRoutes } from './routes/payment-methods.ts'
import { portalRoutes } from './routes/portal.ts'
import { refundRoutes } from './routes/refunds.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { testClockRoutes } from './routes/test-clocks.ts'

export const ROUTES: Route[] = [
  ...catalogueRoutes,
  ...checkoutRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...paymentMethodRoutes,
  ...portalRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
  ...testClockRoutes,
]
