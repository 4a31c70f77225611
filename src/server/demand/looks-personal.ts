const LONGEST = 100
/** Addresses of mail and of pages. */
const ADDRESS = /@|:\/\/|\bwww\./
/** Telephone, card and postal numbers: seven and more digits, in any grouping. */
const NUMBER = /(?:\d[\s().+/‐-]*){7}/
/** Keys and tokens: a long word of letters and digits, or one that no language has. */
const KEY = /(?=[a-z_-]*\d)(?=[\d_-]*[a-z])[a-z\d_-]{16}|[a-z\d]{32}/

/** Whether a text (see queryKey) may identify a person, or be a secret pasted into the wrong box. */
export function looksPersonal(text: string): boolean {
  return text.length > LONGEST || ADDRESS.test(text) || NUMBER.test(text) || KEY.test(text)
}
