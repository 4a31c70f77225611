export const LICENSE_TYPES = ['commercial', 'editorial'] as const
export type LicenseType = (typeof LICENSE_TYPES)[number]
