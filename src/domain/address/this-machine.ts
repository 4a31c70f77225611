const THIS_MACHINE = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/i

/** Whether a host name means this machine, where people only try the site out. */
export function isThisMachine(hostname: string): boolean {
  return THIS_MACHINE.test(hostname)
}

const OWN_NETWORK =
  /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|^\[f(?:[cd]|e80)[\da-f]*:|\.(?:local|internal|lan|home\.arpa)$|^[^.:]+$/i

/** Whether a host name means a machine that only its own network reaches. */
export function isOwnNetwork(hostname: string): boolean {
  return isThisMachine(hostname) || OWN_NETWORK.test(hostname)
}
