import { PASSWORD_MIN } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'

let commonest: Promise<ReadonlySet<string>> | undefined

/** Case does not matter, nor does full width. @throws AppError('passwordTooCommon') */
export async function refuseCommonPassword(password: string): Promise<void> {
  commonest ??= loadCommonest()
  if ((await commonest).has(password.normalize('NFKC').toLowerCase())) throw new AppError('passwordTooCommon')
}

/** Loaded by the first who chooses a password: half a megabyte that a start need not read. */
async function loadCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN))
}
