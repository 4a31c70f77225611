/** Frees what was read or written already, at once: a browser in no hurry would let hundreds of megabytes gather. */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  // Parts of a larger buffer are left to whoever has the rest; older browsers cannot do it.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer?.(0)
}
