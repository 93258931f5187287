/** The files in which couriers take bookings of many parcels. */
export const bookingFormats = {
  delhivery: 'Delhivery One',
  shiprocket: 'Shiprocket',
  dtdc: 'DTDC',
  'india-post': 'India Post',
  'blue-dart': 'Blue Dart',
  own: 'Columns of my own',
} as const

export type BookingFormat = keyof typeof bookingFormats
export const bookingFormatKeys = Object.keys(bookingFormats) as BookingFormat[]

/** What a column of one's own can contain. */
export const bookingFields = {
  number: 'order number',
  date: 'day of the order, such as 28-11-2026',
  name: 'first and last name',
  firstName: 'first name',
  lastName: 'last name',
  phone: 'phone, ten digits',
  email: 'email',
  address: 'address and landmark in one line',
  line1: 'address, its first 100 letters',
  line2: 'what follows them',
  city: 'city',
  state: 'state',
  pinCode: 'PIN code',
  payment: 'COD or Prepaid',
  collect: 'rupees to collect, 0 for a paid order',
  value: 'rupees that the items are worth',
  weightGrams: 'weight in grams',
  weightKg: 'weight in kilograms, such as 0.35',
  length: 'length of the box in cm',
  breadth: 'breadth of the box in cm',
  height: 'height of the box in cm',
  items: 'all items in one line',
  quantity: 'number of items',
  note: 'what the shopper said about the order',
} as const

export type BookingField = keyof typeof bookingFields

export interface BookingColumn {
  readonly head: string
  /** a text with names of `bookingFields` in braces */
  readonly value: string
}

export const bookingLimits = { columns: 80, headLength: 80, templateLength: 6_000 } as const

const fieldPattern = /\{([^{}]*)\}/g

/**
 * The columns of a template with a line for each, such as `Consignee = {name}`. Empty lines are left out.
 * The problem is a sentence about the first line that is wrong.
 */
export function parseBookingTemplate(template: string): { readonly columns: BookingColumn[] } | { readonly problem: string } {
  const columns: BookingColumn[] = []
  for (const [index, text] of template.split('\n').entries()) {
    if (text.trim() === '') continue
    const line = `Line ${index + 1}`
    const equals = text.indexOf('=')
    const head = (equals < 0 ? text : text.slice(0, equals)).trim()
    const value = equals < 0 ? '' : text.slice(equals + 1).trim()
    if (head === '') return { problem: `${line} has no heading before the equals sign.` }
    if (head.length > bookingLimits.headLength) return { problem: `${line}: a heading can have ${bookingLimits.headLength} characters.` }
    const unknown = Array.from(value.matchAll(fieldPattern), ([, name = '']) => name).find((name) => !Object.hasOwn(bookingFields, name))
    if (unknown !== undefined) return { problem: `${line}: there is no {${unknown}}. Use ${Object.keys(bookingFields).join(', ')}.` }
    columns.push({ head, value })
  }
  if (columns.length > bookingLimits.columns) return { problem: `A file can have ${bookingLimits.columns} columns.` }
  return { columns }
}

/** The text of a column for one parcel. */
export const fillBookingColumn = (value: string, fields: Readonly<Record<BookingField, string>>): string =>
  value.replace(fieldPattern, (_, name: BookingField) => fields[name])

/** What couriers charge for when it is above the weight: the volume of the box in cm³ by 5,000, in grams. */
export const volumetricGrams = ({ lengthCm, breadthCm, heightCm }: { lengthCm: number; breadthCm: number; heightCm: number }): number =>
  Math.ceil((lengthCm * breadthCm * heightCm) / 5)
