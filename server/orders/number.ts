import { randomInt } from 'node:crypto'

/** No I, L, O or U: nothing that is misread on a parcel or spells a word. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An order number such as `7K3M-9QXT`: random, so that one order says nothing about another. */
export function makeOrderNumber(): string {
  const drawn = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${drawn.slice(0, 4)}-${drawn.slice(4)}`
}
