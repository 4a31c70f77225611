/**
 * Stands in the head of the account page, after what marks a signed-in person's document: nobody else sees even the
 * outline of the page.
 */
export const SIGNED_IN_OR_HOME =
  "document.documentElement.hasAttribute('data-signed-in')||location.replace('/')"
