const THIS_MACHINE = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/i

/** Whether a host name means this machine, where people only try the site out. */
export function isThisMachine(hostname: string): boolean {
  return THIS_MACHINE.test(hostname)
}
