import type { DeliveryAddress } from '#contract/kernel/address.ts'
import type { PinAnswer } from '../orders/shared/pin-answer.ts'

type Recipient = Pick<DeliveryAddress, 'phone' | 'pinCode'>

/** An advance that the shop has asked for when it refused an order. Another phone or PIN code may need none. */
export interface AskedAdvance extends Recipient {
  /** rupees */
  readonly advance: number
}

interface AskedOrder {
  readonly answer: PinAnswer | undefined
  readonly asked: AskedAdvance | undefined
  readonly address: Recipient
}

/** What the shop says about a PIN code, with the advance that it has asked for since. */
export function applyAskedAdvance({ answer, asked, address }: AskedOrder): PinAnswer | undefined {
  if (asked?.phone.trim() !== address.phone.trim() || asked.pinCode.trim() !== address.pinCode.trim()) return answer
  return { state: '', district: '', ...answer, cod: 'advance', advance: asked.advance }
}

/** The advance that another page of the checkout passes as route state. */
export function parseAskedAdvance(state: unknown): AskedAdvance | undefined {
  const { asked } = (state ?? {}) as { asked?: Partial<Record<keyof AskedAdvance, unknown>> }
  if (!asked) return undefined
  const { advance, phone, pinCode } = asked
  return typeof advance === 'number' && typeof phone === 'string' && typeof pinCode === 'string' ? { advance, phone, pinCode } : undefined
}
