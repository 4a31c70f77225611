import { authJa } from './auth-ja.ts'
import type { Locale } from './strings.ts'

const authEn = {
  close: 'Close',
  notifications: 'Notifications',
  closeToast: 'Close notification',
  /** Browsers remember that a script could not be fetched: trying again needs a reload. */
  unloaded: 'We could not be reached. Please check your connection and reload this page.',
  earlyPilot: 'Early Pilot Free Program',
  name: 'Name',
  email: 'E-mail',
  password: 'Password',
  passwordHint: 'At least 8 characters.',
  showPassword: 'Show password',
  show: 'Show',
  hide: 'Hide',
  register: {
    title: 'Create your account',
    submit: 'Sign Up',
    busy: 'Signing up…',
    instead: 'Already have an account?',
    switch: 'Log in',
    agree: { before: 'By signing up you agree to the ', terms: 'Terms of Service', and: ' and the ' },
    privacy: { name: 'Privacy Policy', after: '.' },
    done: 'Register successful.',
    failed: 'Register failed.',
    failedBecause: (reason: string) => `Register failed. ${reason}`,
    emailExists: 'Register failed. Email already exists.',
  },
  login: {
    title: 'Welcome back',
    submit: 'Log in',
    busy: 'Logging in…',
    instead: 'New here?',
    switch: 'Sign Up',
    passkey: 'Sign in with a passkey',
    forgotten: 'Forgot your password?',
    done: 'Login successful.',
    failed: 'Login failed.',
    failedBecause: (reason: string) => `Login failed. ${reason}`,
  },
  forgotten: {
    title: 'Forgot your password?',
    lead: 'Tell us your e-mail and we send you a link to choose a new one.',
    submit: 'Send the link',
    busy: 'Sending…',
    back: 'Back to log in',
    doneTitle: 'Look into your mail',
    done: 'If there is an account for that address, a mail with a link is on its way.',
    failedBecause: (reason: string) => `The mail could not be asked for. ${reason}`,
  },
  secondStep: { title: 'One more step' },
  survey: {
    title: 'One question, if you like',
    lead: 'What do you do? It helps us choose what to film next.',
    occupation: 'Occupation',
    occupations: {
      Student: 'Student',
      Researcher: 'Researcher',
      Teacher: 'Teacher',
      Developer: 'Developer',
      Hobbyst: 'Hobbyst',
      Other: 'Other',
    },
    submit: 'Send',
    busy: 'Sending…',
    skip: 'Skip',
    choose: 'Please choose one, or skip.',
    failedBecause: (reason: string) => `Your answer could not be kept. ${reason}`,
  },
  wrong: {
    empty: 'Please fill in all the fields.',
    passwordTooShort: 'Password needs to be longer than 8.',
    passwordTooLong: 'Password needs to be at most 256 characters.',
    email: 'Email is not valid.',
    name: 'Name is wrong.',
  },
  /** By error code. */
  reasons: {
    TOKEN_INVALID: 'Your session has ended. Please log in again.',
    SIGN_IN_FAILED: 'E-mail and password do not belong together.',
    PASSWORD_TOO_COMMON: 'Too many people use this password. Please choose another.',
    TOO_MANY_REQUESTS: 'Too many attempts. Please try again in {wait}.',
    CHALLENGE_EXPIRED: 'This took too long. Please start again.',
    PROOF_REQUIRED: 'Nothing was changed, since you have not confirmed that it is you.',
    FULL_PROOF_REQUIRED: 'Nothing was changed, since you have not confirmed that it is you.',
    FACTOR_REQUIRED: 'This needs your second factor. Please log in again.',
    BUSY: 'Many people are here just now. Please try again in a moment.',
    UNAVAILABLE: 'This is not available right now. Please try again shortly.',
    offline: 'We could not be reached. Please check your connection and try again.',
    unexpected: 'Something went wrong. Please try again.',
  },
}

export type AuthTexts = typeof authEn

/** Separate, since the browser loads the dialog only on demand. */
export function authTexts(locale: Locale): AuthTexts {
  return locale === 'ja' ? authJa : authEn
}
