const THIS_MACHINE = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/i

/** Whether a URL's host name means the machine that asks: there one tries things out, and nobody else is served. */
export function isThisMachine(hostname: string): boolean {
  return THIS_MACHINE.test(hostname)
}
