/** The form by which two addresses are the same account: NFKC, lower case, no space around. */
export function normalisedEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}
