import type { MembershipState } from '#contract/billing.ts'
import { cancelMembership, customerPortal, resumeMembership } from '#contract/billing-endpoints.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localeHere } from '#stores/link-here.ts'
import { refreshMembership } from './checkout.ts'

/** Gives up the membership; what it is then is also what the rest of the page knows. @throws as `requestAs` */
export async function cancel(): Promise<MembershipState> {
  return known(await requestAs(cancelMembership, undefined))
}

/** Takes a cancellation back. @throws as `requestAs` */
export async function resume(): Promise<MembershipState> {
  return known(await requestAs(resumeMembership, undefined))
}

/** Goes to Stripe's page of cards and invoices. @throws as `requestAs` */
export async function openPortal(leave = (url: string) => location.assign(url)): Promise<void> {
  const { url } = await requestAs(customerPortal, { locale: localeHere() })
  leave(url)
}

/** What was done is done, even if the profile cannot be read anew just now. */
async function known(state: MembershipState): Promise<MembershipState> {
  try {
    await refreshMembership()
  } catch (error) {
    console.warn('The membership could not be asked for', error)
  }
  return state
}
