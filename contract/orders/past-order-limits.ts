// Apart from past-orders.ts, because the screen needs no validator.

export const pastOrderLimits = {
  /** lines of a file */
  rows: 50_000,
  numberLength: 60,
  nameLength: 120,
  addressLength: 300,
  itemNameLength: 200,
  /** items of an order that are kept */
  items: 100,
  /** orders that a reply of an import names */
  shownLines: 200,
  /** orders that a search finds */
  found: 20,
  shownImports: 10,
} as const

export const pastOrderTexts = {
  columns: 'This file has no columns with the number and the date of orders. The names that are known are in the hint above.',
  noLines: 'This file has no orders: it needs a line of column names and at least one more line.',
  tooManyLines: `A file can have ${pastOrderLimits.rows.toLocaleString('en-IN')} lines. Please divide it.`,
  noNumber: 'This line has no order number.',
  numberTooLong: 'The order number is too long.',
  noDate: 'This order has no date.',
  date: (text: string) => `The date "${text}" is not understood. Write it as 2025-01-31 or 31/01/2025.`,
  dateInFuture: 'The date of this order is in the future.',
  amount: (text: string) => `The amount "${text}" is not understood. Write it as 1299 or 1299.50.`,
  currency: (text: string) => `The amounts of this order are in ${text}. Only orders in rupees can be imported.`,
  isThere: 'It is there already. To import it again, undo its import first.',
  phoneLeftOut: 'The phone is left out: it is no Indian mobile number.',
  emailLeftOut: 'The email address is left out: it is not one.',
} as const
