/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    deps: import('#server/deps.ts').Deps
    /** Also in the answer's `X-Request-Id`, in the log and in every error that is shown. */
    requestId: string
    /** Of the page, by its address alone. */
    locale: import('#domain/address/locale-path.ts').Locale
  }
}
