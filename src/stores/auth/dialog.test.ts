import { afterEach, expect, test, vi } from 'vitest'
import { $auth } from './auth.ts'
import { $signInRequest, askToSignIn, closeDialog, continueAfterSignIn } from './dialog.ts'

const SOMEBODY = {
  id: 7,
  name: 'Yuki',
  membership: 'free' as const,
  email: 'yuki@example.com',
  token: 'a',
  refresh_token: 'r',
  expires_in: 900,
  expiry_time: 0,
}

function ask(next: () => void | Promise<void>) {
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits a wish
  askToSignIn({ view: 'login', then: next })
}

afterEach(() => {
  closeDialog()
  $auth.set(undefined)
  vi.restoreAllMocks()
})

test('after signing in it goes on with what was asked, once, and the dialog is closed before', async () => {
  const like = vi.fn(() => expect($signInRequest.get()).toBeUndefined())
  ask(like)
  expect($signInRequest.get()?.view).toBe('login')
  expect(like).not.toHaveBeenCalled()
  await continueAfterSignIn()
  await continueAfterSignIn()
  expect(like).toHaveBeenCalledTimes(1)
})

test('closing the dialog drops what was asked', async () => {
  const like = vi.fn()
  ask(like)
  closeDialog()
  await continueAfterSignIn()
  expect(like).not.toHaveBeenCalled()
})

test('who is signed in is not asked', () => {
  $auth.set(SOMEBODY)
  const like = vi.fn()
  ask(like)
  expect($signInRequest.get()).toBeUndefined()
  expect(like).toHaveBeenCalledTimes(1)
})

test('what fails afterwards is logged and does not reopen anything', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  ask(() => Promise.reject(new Error('no')))
  await continueAfterSignIn()
  expect(logged).toHaveBeenCalledTimes(1)
  expect($signInRequest.get()).toBeUndefined()
})
