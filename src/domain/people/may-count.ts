import { isThisMachine } from '#domain/address/this-machine.ts'

/** What a browser says of whom it serves; a part of its `navigator`. */
interface Visitor {
  webdriver?: boolean
  doNotTrack?: string | null
  globalPrivacyControl?: boolean
}

/** Not on the machine of who builds the site, not in tests, and not who asks not to be tracked. */
export function mayCount(
  { webdriver, doNotTrack, globalPrivacyControl }: Visitor,
  hostname: string,
): boolean {
  return !isThisMachine(hostname) && !webdriver && doNotTrack !== '1' && !globalPrivacyControl
}
