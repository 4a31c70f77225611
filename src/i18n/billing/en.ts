import type { Template } from '../template.ts'

/** Strings only, so that pages can pass them to islands. */
export const billingEn = {
  testPayments: 'Test payments',
  testPaymentsText: 'No card is charged and no money moves.',
  off: 'Memberships are not on sale yet.',
  currency: 'Currency',
  /** Beside a plan's price. */
  trial: {
    pro_monthly:
      'New members: {days} days free, then {total} a month until you cancel. Cancel before, and you pay nothing.' as Template<
        'days' | 'total'
      >,
    pro_yearly:
      'New members: {days} days free, then {total} a year until you cancel. Cancel before, and you pay nothing.' as Template<
        'days' | 'total'
      >,
  },
  withoutScript: 'Upgrading needs JavaScript. Please turn it on in your browser.',
  checkout: {
    alreadyPro: 'Already Pro',
    alreadyProText: 'You are already a Pro member.',
    failedBecause: 'Failed to create checkout session. {reason}' as Template<'reason'>,
    leaving: 'Opening Stripe’s page…',
  },
  success: {
    title: 'Your payment',
    description: 'Where you arrive after paying.',
    waiting: 'One moment…',
    waitingText: 'We are asking Stripe whether your payment has arrived.',
    welcome: 'Welcome to Pro Membership!',
    welcomeText: 'You now have unlimited access to every clip, in HD and without a watermark.',
    goBack: 'Go back to the Previous',
    pending: 'Your payment is on its way',
    pendingText:
      'Stripe has not confirmed it yet. You may leave this page: your membership starts by itself as soon as it has.',
    check: 'Check again',
    retry: 'Try again',
    none: 'We know of no payment',
    noneText: 'This account is a free one. Choose a plan to get unlimited access.',
    pricing: 'See pricing',
    contact: 'Contact us',
    signedOut: 'Log in to see your membership',
    signedOutText: 'If you have paid, your membership is waiting in your account.',
    logIn: 'Log in',
    failed: 'We could not check your payment',
    failedText:
      'If you have paid, your membership starts by itself shortly. Should it not, please write to us.',
    failedBecause: 'Failed to update user. Please reach out: {reason}' as Template<'reason'>,
    withoutScript: 'If you have paid, your membership has begun. Turn JavaScript on to see it here.',
  },
  membership: {
    yours: 'Your plan',
    plans: { pro_monthly: 'Billed monthly.', pro_yearly: 'Billed annually.' },
    renews: 'Renews by itself on {date}.' as Template<'date'>,
    trial: 'Free until {date}. Then {price} is charged, unless you cancel before.' as Template<
      'date' | 'price'
    >,
    nextPrice: 'From {date} on it costs {price}.' as Template<'date' | 'price'>,
    ends: 'Cancelled. You keep access until {date}, and nothing more is charged.' as Template<'date'>,
    endsAndStays:
      'Cancelled. It ends on {date}, and nothing more is charged. You keep your access after that.' as Template<'date'>,
    pastDue:
      'Your last payment did not go through. Please check your card: access ends on {date} unless it is paid.' as Template<'date'>,
    granted: 'A gift, without an end date.',
    grantedUntil: 'A gift, until {date}.' as Template<'date'>,
    cancelText:
      'You keep access until {date}, and can undo this until then. What you have published by then may stay where it is.' as Template<'date'>,
    cancelAndStayText:
      'Your subscription ends on {date}, and you can undo this until then. You keep your access after that.' as Template<'date'>,
    cancelAtOnceText: 'Your access ends at once. This cannot be undone.',
    undo: 'Undo cancellation',
    undone: 'Your membership goes on.',
    undoFailed: 'Failed to undo the cancellation. Please reach out.',
    portal: 'Cards and invoices',
    portalFailedBecause: 'Cards and invoices could not be opened. {reason}' as Template<'reason'>,
    failed: 'The details could not be loaded.',
    retry: 'Try again',
  },
  change: {
    button: { pro_monthly: 'Change to monthly', pro_yearly: 'Change to annual' },
    title: { pro_monthly: 'Change to monthly billing?', pro_yearly: 'Change to annual billing?' },
    waiting: 'We are asking Stripe for the amounts…',
    price: { pro_monthly: 'PRO, a month from today', pro_yearly: 'PRO, a year from today' },
    credit: 'Credit for the unused part of your old plan',
    discount: 'Discount',
    tax: 'Tax',
    balance: 'Credit from before',
    due: 'To pay now',
    left: 'Credit left for later payments',
    renews: {
      pro_monthly:
        'Renews by itself on {date} and each month after that, for {price}, until you cancel.' as Template<
          'date' | 'price'
        >,
      pro_yearly:
        'Renews by itself on {date} and each year after that, for {price}, until you cancel.' as Template<
          'date' | 'price'
        >,
    },
    terms:
      'The new plan begins at once. The card of your membership is charged. Credit is not paid out. You can cancel at any time on your account page.',
    confirm: 'Change and pay {due}' as Template<'due'>,
    confirmUnpaid: 'Change plan',
    busy: 'Changing…',
    back: 'Keep my plan',
    done: 'Your plan is changed.',
    failedBecause: 'Your plan was not changed. {reason}' as Template<'reason'>,
    late: 'There was no answer in time. Please see on your account page whether your plan has changed before you try again.',
  },
  /** By error code. */
  reasons: {
    SIGN_IN_REQUIRED: 'Please log in again.',
    TOKEN_INVALID: 'Please log in again.',
    ALREADY_PRO: 'You are already a Pro member.',
    PAYMENTS_OFF: 'Payments are not set up.',
    CARD_DECLINED:
      'Your bank declined the payment or asks for your confirmation. Choose another card under “Cards and invoices” on your account page.',
    PLAN_NOT_CHANGEABLE: 'It cannot be changed to this plan at the moment.',
    PREVIEW_OUTDATED: 'These amounts were out of date. Please check the new ones.',
    PAYMENT_FAILED: 'The payment service cannot be reached. Please try again shortly.',
    NOT_FOUND: 'This payment is not known.',
    TOO_MANY_REQUESTS: 'Too many attempts. Please try again in {wait}.',
    UNAVAILABLE: 'This is not available right now. Please try again shortly.',
    late: 'There was no answer in time. Nothing was charged. Please try again.',
    offline: 'We could not be reached. Please check your connection and try again.',
    unexpected: 'Something went wrong. Please try again.',
  },
}

export type BillingTexts = typeof billingEn
