import { afterEach, expect, test, vi } from 'vitest'
import { $auth, $sessionLost } from './auth.ts'
import {
  $signInRequest,
  askToSignIn,
  askToSignInOnNextPage,
  closeDialog,
  continueAfterSignIn,
  openRequestedDialog,
} from './dialog.ts'

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
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits the request
  askToSignIn({ view: 'login', then: next })
}

afterEach(() => {
  closeDialog()
  $auth.set(undefined)
  $sessionLost.set(false)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('after signing in the waiting action runs once, after the dialog has closed', async () => {
  const like = vi.fn(() => expect($signInRequest.get()).toBeUndefined())
  ask(like)
  expect($signInRequest.get()?.view).toBe('login')
  expect(like).not.toHaveBeenCalled()
  await continueAfterSignIn()
  await continueAfterSignIn()
  expect(like).toHaveBeenCalledTimes(1)
})

test('closing the dialog drops the waiting action', async () => {
  const like = vi.fn()
  ask(like)
  closeDialog()
  await continueAfterSignIn()
  expect(like).not.toHaveBeenCalled()
})

test('signed-in people are not asked', () => {
  $auth.set(SOMEBODY)
  const like = vi.fn()
  ask(like)
  expect($signInRequest.get()).toBeUndefined()
  expect(like).toHaveBeenCalledTimes(1)
})

test('a failure afterwards is logged and reopens nothing', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  ask(() => Promise.reject(new Error('no')))
  await continueAfterSignIn()
  expect(logged).toHaveBeenCalledTimes(1)
  expect($signInRequest.get()).toBeUndefined()
})

test('after a lost session the dialog shows log in, not register', () => {
  $sessionLost.set(true)
  askToSignIn({ view: 'register' })
  expect($signInRequest.get()?.view).toBe('login')
})

function aTabAt(pathname: string) {
  const kept = new Map<string, string>()
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => kept.set(key, value),
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  })
}

test.each([true, false])(
  'the next page asks to log in and leads back, once (session lost: %s)',
  async (lost) => {
    aTabAt('/ja/account')
    $sessionLost.set(lost)
    askToSignInOnNextPage()
    $sessionLost.set(false)
    const leave = vi.fn()
    openRequestedDialog(leave)
    expect($signInRequest.get(), 'on the page that is being left').toBeUndefined()
    vi.stubGlobal('location', { pathname: '/ja' })
    openRequestedDialog(leave)
    expect($sessionLost.get()).toBe(lost)
    expect($signInRequest.get()?.view).toBe('login')
    await continueAfterSignIn()
    expect(leave).toHaveBeenCalledExactlyOnceWith('/ja/account')
    openRequestedDialog(leave)
    expect($signInRequest.get()).toBeUndefined()
  },
)

test('without a stored request, or without storage, nothing opens', () => {
  aTabAt('/')
  openRequestedDialog()
  vi.stubGlobal('sessionStorage', undefined)
  openRequestedDialog()
  expect($signInRequest.get()).toBeUndefined()
})
