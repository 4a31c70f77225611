/** Two e-mails of the same form are one account: NFKC, lower case, trimmed. */
export function normalisedEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}
