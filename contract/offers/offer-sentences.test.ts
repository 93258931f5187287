import { expect, test } from 'vitest'
import { type DescribedOffer, describeMissing, describeOffer, type MissingForOffer } from './offer-sentences.ts'

const none: DescribedOffer = {
  kind: 'percent',
  code: null,
  percent: null,
  amount: null,
  tiers: [],
  buyItems: null,
  getItems: null,
  getPercent: null,
  setPrice: null,
  gift: null,
  most: null,
  least: null,
  firstOrder: false,
  scopeName: null,
  notOnSale: false,
}
const tiers = [
  { items: 3, percent: 20 },
  { items: 5, percent: 22 },
]
const set = { kind: 'fixed_price', buyItems: 3, setPrice: 999 } as const
const twoPlusOne = { kind: 'buy_x_get_y', buyItems: 2, getItems: 1, getPercent: 100 } as const
const gift = { kind: 'free_gift', gift: 'Blue Cap, size M', least: 2_000 } as const

test.each<[string, Partial<DescribedOffer>]>([
  ['10 % less', { percent: 10 }],
  ['10 % less, at most ₹200, with the code DIWALI10', { percent: 10, most: 200, code: 'DIWALI10' }],
  ['10 % less, on your first order, with the code NEW', { percent: 10, firstOrder: true, code: 'NEW' }],
  ['₹100 less, from ₹999, not on sale prices', { kind: 'amount', amount: 100, least: 999, notOnSale: true }],
  ['3 for 20 %, 5 for 22 % less', { kind: 'quantity', tiers }],
  ['3 for 20 % less', { kind: 'quantity', tiers: tiers.slice(0, 1) }],
  ['5 % when you pay online', { kind: 'pay_online', percent: 5 }],
  ['₹50 when you pay online', { kind: 'pay_online', amount: 50 }],
  ['3 for ₹999', set],
  ['3 for ₹999 on Kurtas', { ...set, scopeName: 'Kurtas' }],
  ['3 for ₹999 on selected items', { ...set, scopeName: undefined }],
  ['Buy 2, get 1 free', twoPlusOne],
  ['Buy 2, get 2 for 50 % less', { ...twoPlusOne, getItems: 2, getPercent: 50 }],
  ['Free Blue Cap, size M with orders of ₹2,000 or more', gift],
])('an offer is named: %s', (sentence, offer) => {
  expect(describeOffer({ ...none, ...offer })).toBe(sentence)
})

test.each<[string, Partial<DescribedOffer>, MissingForOffer, number]>([
  ['Add 1 more item and 3 cost ₹999.', set, { items: 1 }, 3],
  ['Add 2 more items from Kurtas and 3 cost ₹999.', { ...set, scopeName: 'Kurtas' }, { items: 2 }, 3],
  ['Add 1 more item from the selected ones and 3 cost ₹999.', { ...set, scopeName: undefined }, { items: 1 }, 3],
  ['Add 1 more item and 1 of 3 is free.', twoPlusOne, { items: 1 }, 3],
  ['Add 1 more item and 2 of 4 are 50 % less.', { ...twoPlusOne, getItems: 2, getPercent: 50 }, { items: 1 }, 4],
  ['Add 2 more items and you get 22 % off.', { kind: 'quantity', tiers }, { items: 2 }, 5],
  ['Add items for ₹200.50 more and you get 10 % off.', { percent: 10 }, { rupees: 200.5 }, 1],
  ['Add items for ₹300 more and Blue Cap, size M is free.', gift, { rupees: 300 }, 1],
  ['Add Blue Cap, size M: it is free with your order of ₹2,000 or more.', gift, 'gift', 1],
])('a cart is told: %s', (sentence, offer, missing, items) => {
  expect(describeMissing({ offer: { ...none, ...offer }, missing, items })).toBe(sentence)
})
