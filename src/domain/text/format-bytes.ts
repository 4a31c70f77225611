const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Such as `1.2 GB`: decimal units, as browsers show downloads, with at most one decimal. */
export function formatBytes(bytes: number, locale: string): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** step
  const maximumFractionDigits = step > 1 && value < 100 ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step],
    // The short unit in English would be “999 byte”.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits,
  }).format(value)
}
