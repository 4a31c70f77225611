import type { MembershipState } from '#contract/billing/billing.ts'
import { cancelMembership, customerPortal, resumeMembership } from '#contract/billing/billing-calls.ts'
import { refreshUser, requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'

/** Cancels the membership and updates the profile. @throws as `requestAs` */
export async function cancel(): Promise<MembershipState> {
  return applied(await requestAs(cancelMembership, undefined))
}

/** Undoes the cancellation. @throws as `requestAs` */
export async function resume(): Promise<MembershipState> {
  return applied(await requestAs(resumeMembership, undefined))
}

/** Opens Stripe's customer portal. @throws as `requestAs` */
export async function openPortal(leave = (url: string) => location.assign(url)): Promise<void> {
  const { url } = await requestAs(customerPortal, { locale: pageLocale() })
  leave(url)
}

/** The change is done even if the profile cannot be fetched now. */
async function applied(state: MembershipState): Promise<MembershipState> {
  try {
    await refreshUser()
  } catch (error) {
    console.warn('The membership could not be loaded', error)
  }
  return state
}
