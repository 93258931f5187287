import { randomInt } from 'node:crypto'

/** Without I, L, O and U, which are misread or form words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random order number such as `7K3M-9QXT`: it reveals nothing about other orders. */
export function createOrderNumber(): string {
  const characters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${characters.slice(0, 4)}-${characters.slice(4)}`
}

const pattern = new RegExp(`^[${alphabet}]{4}-[${alphabet}]{4}$`)

/** Whether a text has the format of an order number: three in a hundred have no digit. */
export const isOrderNumber = (text: string): boolean => pattern.test(text)

/** Parses an order number in any case, with or without the dash. */
export function parseOrderNumber(text: string): string {
  const characters = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return `${characters.slice(0, 4)}-${characters.slice(4)}`
}
