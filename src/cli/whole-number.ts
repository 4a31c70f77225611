import { InvalidArgumentError } from 'commander'

/** Parses an option that is a whole number in this range. */
export const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
}
