import { PASSWORD_MIN } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'

let common: Promise<ReadonlySet<string>> | undefined

/** Ignores case and full width. @throws AppError('passwordTooCommon') */
export async function refuseCommonPassword(password: string): Promise<void> {
  common ??= loadCommon()
  if ((await common).has(password.normalize('NFKC').toLowerCase())) throw new AppError('passwordTooCommon')
}

/** Half a megabyte, so loaded on first use. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN))
}
