/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    deps: import('#server/deps.ts').Deps
    /** Also in `X-Request-Id`, in the log and in every error that visitors see. */
    requestId: string
    /** From the page's URL alone. */
    locale: import('#domain/address/locale-path.ts').Locale
    /** Pattern of the route that answers, such as `/m/[photoId]`; set by the middleware. */
    route?: string
    /** Set when a page fails because the database or storage is down. */
    isUnavailable?: boolean
    /** The owner of the key that a program sent for a call that anyone may make. */
    byKey?: import('#server/accounts/person.ts').Member
    /** What is left of the limit of the key that was sent. */
    spent?: import('#server/limits/rate-limits.ts').Spent
    /** Set by an endpoint with a long body: it is streamed at the client's pace. */
    body?: AsyncIterable<string>
  }
}

declare namespace Astro {
  interface ClientDirectives {
    'client:painted'?: boolean
  }
}
