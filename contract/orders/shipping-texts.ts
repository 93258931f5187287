import { formatRupees } from '../kernel/money.ts'
import type { ChargePolicies } from '../orders/charges.ts'

/** What pages, feeds and search engines say about the charges for shipping and cash on delivery, in one place. */
export function describeShipping(policies: ChargePolicies) {
  const { shippingChargeRupees: charge = 0, freeShippingFromRupees: freeFrom = 0, codChargeRupees = 0, shippingByPin = 'off' } = policies
  const isByPin = shippingByPin === 'on'
  const isFree = charge === 0 && !isByPin
  const from = freeFrom > 0 ? formatRupees(freeFrom) : undefined
  const price = formatRupees(charge)
  return {
    isFree,
    cod:
      codChargeRupees > 0
        ? `Cash on delivery costs ${formatRupees(codChargeRupees)} an order.`
        : 'There is no extra charge for cash on delivery.',
    codCharge: codChargeRupees > 0 ? `${formatRupees(codChargeRupees)} an order` : 'No extra charge',
    ...(isFree
      ? freeTexts
      : from !== undefined
        ? describeFreeFrom({ from, price, isByPin })
        : isByPin
          ? byPinTexts
          : describeCharge(price)),
  }
}
export type ShippingTexts = ReturnType<typeof describeShipping>

/** What the storefront says on its pages. The server sends it with them, so that their scripts need not have the sentences. */
export type StorefrontShipping = Pick<ShippingTexts, 'ribbon' | 'claim' | 'tile'>

interface Texts {
  /** above all pages */
  readonly ribbon: string
  /** in descriptions: `Free shipping across India` */
  readonly claim: string
  /** beside a price */
  readonly short: string
  /** after `Delivery`: `Free across India` */
  readonly delivery: string
  readonly tile: { readonly title: string; readonly text: string }
  /** in a sentence */
  readonly cost: string
}

const freeTexts: Texts = {
  ribbon: 'Free shipping on every order, anywhere in India',
  claim: 'Free shipping across India',
  short: 'Free shipping',
  delivery: 'Free across India',
  tile: { title: 'Free shipping', text: 'On every order across India, with no minimum spend.' },
  cost: 'Shipping is free on every order across India.',
}

const describeFreeFrom = ({ from, price, isByPin }: { from: string; price: string; isByPin: boolean }): Texts => ({
  ribbon: `Free shipping on orders of ${from} or more, anywhere in India`,
  claim: `Free shipping across India from ${from}`,
  short: `Free shipping from ${from}`,
  delivery: `Free across India from ${from}`,
  tile: {
    title: 'Free shipping',
    text: `On orders of ${from} or more. Below that it ${isByPin ? 'depends on your PIN code' : `costs ${price}`}.`,
  },
  cost: `Shipping is free on orders of ${from} or more, after discounts. Below that it ${
    isByPin ? 'depends on your PIN code, and the order form shows it' : `costs ${price} an order`
  }.`,
})

const byPinTexts: Texts = {
  ribbon: 'We deliver anywhere in India',
  claim: 'Shipping across India',
  short: 'Shipping by PIN code',
  delivery: 'Across India',
  tile: { title: 'Shipping across India', text: 'What it costs depends on your PIN code.' },
  cost: 'What shipping costs depends on your PIN code, and the order form shows it.',
}

const describeCharge = (price: string): Texts => ({
  ribbon: `Shipping anywhere in India for ${price}`,
  claim: `Shipping across India for ${price}`,
  short: `Shipping ${price} an order`,
  delivery: `${price} an order across India`,
  tile: { title: `Shipping for ${price}`, text: 'On every order across India.' },
  cost: `Shipping costs ${price} an order.`,
})
