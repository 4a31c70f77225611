import { isThisMachine } from '#domain/address/this-machine.ts'

interface Visitor {
  webdriver?: boolean
  doNotTrack?: string | null
  globalPrivacyControl?: boolean
}

/** Not on localhost, not in tests, not with Do Not Track or Global Privacy Control. */
export function mayTrack(
  { webdriver, doNotTrack, globalPrivacyControl }: Visitor,
  hostname: string,
): boolean {
  return !isThisMachine(hostname) && !webdriver && doNotTrack !== '1' && !globalPrivacyControl
}
