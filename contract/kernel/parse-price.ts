/** Longer texts are no prices; the expressions below only see short ones. */
const maxLength = 30

const signs = /^(?:mrp:?|₹|rs\.?|inr|re\.?)|(?:\/[-=]|₹|rs\.?|inr)$/gi

/** Groups of two or three digits with commas, as in India and elsewhere. */
const grouped = /^\d{1,3}(?:(?:,\d{2})*|(?:,\d{3})*),\d{3}(?:\.\d{1,2})?$/
/** As programs of the European continent write it: 1.299,00. A comma after four digits groups nothing. */
const european = /^(?:\d{1,3}(?:\.\d{3})+|\d{4,7}),\d{1,2}$/

/**
 * A typed or imported price in rupees: `₹ 1,29,900.50/-`, `Rs. 1,299`, `1.299,00` and `1299/-`. Undefined for all other texts, such as
 * `12,99`, `1.299` or `$ 20`: a price is never guessed. More than 9,999,999 is none.
 */
export function parsePrice(text: string): number | undefined {
  if (text.length > maxLength) return undefined
  const plain = text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(signs, '')
    .replace(signs, '')
  const number = grouped.test(plain)
    ? plain.replaceAll(',', '')
    : european.test(plain)
      ? plain.replaceAll('.', '').replace(',', '.')
      : plain
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(number) ? Number(number) : undefined
}
