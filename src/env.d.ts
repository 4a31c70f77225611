/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    deps: import('#server/deps.ts').Deps
    /** Also in `X-Request-Id`, in the log and in every error that visitors see. */
    requestId: string
    /** Whether the client asked by HEAD, which is rendered as GET; only of answers for one visitor. */
    isHead?: boolean
    /** By the page's address alone. */
    locale: import('#domain/address/locale-path.ts').Locale
    /** Pattern of the route that answers, such as `/m/[photoId]`; set by the middleware. */
    route?: string
    /** Set where a page fails because something that it needs is away. */
    isUnavailable?: boolean
    /** Set by an endpoint whose body is long: it is sent piece by piece, as fast as the client takes it. */
    body?: AsyncIterable<string>
  }
}

declare namespace Astro {
  interface ClientDirectives {
    'client:painted'?: boolean
  }
}
