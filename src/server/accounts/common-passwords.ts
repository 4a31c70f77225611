import { AppError } from '#contract/errors.ts'

const COMMON = new Set(['password', '12345678', '123456789', '1234567890', 'qwertyuiop'])

/** @throws AppError('passwordTooCommon') */
export function refuseCommonPassword(password: string): void {
  if (COMMON.has(password.normalize('NFKC').toLowerCase())) throw new AppError('passwordTooCommon')
}
