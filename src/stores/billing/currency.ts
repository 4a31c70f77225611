import { atom } from 'nanostores'

const KEY = 'currency'

/** The currency that the visitor has chosen, on any page; undefined: that of the page's language. Browser only. */
export const $currency = atom<string | undefined>(stored())

/** Stays chosen on later visits. */
export function chooseCurrency(currency: string): void {
  $currency.set(currency)
  try {
    localStorage.setItem(KEY, currency)
  } catch (error) {
    console.warn('The currency could not be kept', error)
  }
}

function stored(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
