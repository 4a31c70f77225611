import { expect, test, vi } from 'vitest'
import { request } from '#contract/request.ts'
import { logInByPasskey, stopSuggesting, suggestPasskey } from './passkey-login.ts'
import { signWithPasskey } from './passkeys.ts'

vi.mock(import('#contract/request.ts'), async (original) => ({
  ...(await original()),
  request: vi.fn(async () => undefined) as never,
}))
vi.mock('./passkeys.ts', () => ({
  mayAutofillPasskeys: async () => true,
  signWithPasskey: vi.fn(async () => ({})),
  stopAutofill: vi.fn(),
}))

test.each([
  ['somebody has chosen a passkey', () => logInByPasskey(() => {})],
  ['the dialog is closed', stopSuggesting],
])('where the suggestion’s options come after %s, nothing is suggested', async (_, act) => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  vi.mocked(request).mockReturnValueOnce(promise)
  vi.mocked(signWithPasskey).mockClear()
  const suggesting = suggestPasskey(() => {})
  await Promise.resolve()
  await act()
  resolve({})
  await suggesting
  expect(signWithPasskey).not.toHaveBeenCalledWith(expect.anything(), { autofill: true })
})

test('a passkey is suggested unless something came between', async () => {
  vi.mocked(signWithPasskey).mockClear()
  await suggestPasskey(() => {})
  expect(signWithPasskey).toHaveBeenCalledWith(undefined, { autofill: true })
})
