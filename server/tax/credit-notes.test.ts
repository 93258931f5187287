import { describe, expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { sumPaise } from '#contract/kernel/pricing.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { creditLines } from './credit-notes.ts'

const shop = await startPayingApp({ environment: taxedShop })
const { provider, request, database } = shop
const { cookies, read, transition, place, pack, issue, placeInvoiced, readStored } = await createTaxedOrders(shop)

const tee = await createTestProduct({ database, price: 799, stock: 1_000 })
const shirt = await createTestProduct({ database, price: 333, stock: 1_000 })

/** Invoice and credit notes of an order; each credit note names the invoice. */
async function readBoth(id: string) {
  const [invoice, ...notes] = await readStored(id)
  if (!invoice) throw new Error('no invoice')
  return { invoice, notes }
}

/** A paid card order of ₹1,598, delivered, with its invoice. */
async function deliverPaid() {
  const checkout = await startCheckout({ request, database, provider })
  const { browser } = await checkout.pay()
  const { order } = (await checkout.verify(browser.response)).json()
  const id: string = order._id
  await pack(id)
  await issue()
  for (const to of ['Shipped', 'Delivered']) await transition(id, to)
  return id
}

const refund = (id: string, body: object) =>
  request('POST', `/order/admin/${id}/refund`, { cookies, body: { reason: 'Small stain', refunded: 0, ...body } })

describe('a credit note', () => {
  test('of a cancellation has the amounts of the invoice, and a series of its own', async () => {
    const id = await placeInvoiced([{ ...tee, quantity: 2 }, shirt])
    expect((await transition(id, 'Cancelled')).statusCode).toBe(200)
    const { invoice, notes } = await readBoth(id)
    const { kind, written, order_id, taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise, lines } = invoice
    expect(written).toMatch(/^INV\//)
    expect(kind).toBe('invoice')
    expect(notes).toMatchObject([
      {
        kind: 'credit note',
        refers_to: invoice.id,
        reason: 'Order cancelled',
        order_id,
        taxable_paise,
        cgst_paise,
        sgst_paise,
        igst_paise,
        total_paise,
      },
    ])
    expect(notes[0]?.written).toMatch(/^CN\//)
    expect(notes[0]?.lines.map(({ quantity, total }) => [quantity, total])).toEqual(lines.map(({ quantity, total }) => [quantity, total]))
  })

  test('is not issued when an order without an invoice is cancelled', async () => {
    const id = await place([tee])
    await pack(id)
    await transition(id, 'Cancelled')
    await issue()
    expect(await readStored(id)).toEqual([])
  })

  test('keeps a cancellation from being undone', async () => {
    const id = await placeInvoiced([tee])
    await transition(id, 'Cancelled')
    const { notes } = await readBoth(id)
    const reply = await request('POST', `/order/admin/${id}/undo`, { cookies, body: { version: (await read(id)).version } })
    expect(reply.statusCode).toBe(409)
    expect(reply.json().message).toBe(`Credit note ${notes[0]?.written} is issued, so that this cancellation cannot be undone.`)
  })

  test('is issued when an undelivered parcel is received', async () => {
    const id = await placeInvoiced([tee])
    for (const to of ['Shipped', 'Undelivered']) await transition(id, to)
    expect((await readBoth(id)).notes).toEqual([])
    await request('POST', `/order/admin/${id}/receive`, { cookies, body: { condition: 'damaged', version: (await read(id)).version } })
    expect((await readBoth(id)).notes).toMatchObject([{ reason: 'Parcel returned', total_paise: 79_900 }])
  })

  test('and a new invoice replace the invoice when the state changes, not when the phone does', async () => {
    const id = await placeInvoiced([tee])
    const change = async (fields: object) => {
      const { deliveryAddress, version } = await read(id)
      return request('POST', `/order/admin/${id}/address`, { cookies, body: { address: { ...deliveryAddress, ...fields }, version } })
    }
    await change({ phone: '9123456780', address: '13 Lake Road' })
    expect(await readStored(id)).toHaveLength(1)
    expect((await change({ state: 'Kerala', pinCode: '682001' })).statusCode).toBe(200)
    expect(await readStored(id)).toMatchObject([
      { kind: 'invoice', igst_paise: 0 },
      { kind: 'credit note', igst_paise: 0, total_paise: 79_900 },
      { kind: 'invoice', place_of_supply: '32', cgst_paise: 0, igst_paise: 3_805 },
    ])
  })

  test.each([
    ['first name', { firstName: 'Usha' }, 3],
    ['last name', { lastName: 'Pai' }, 3],
    ['PIN code', { pinCode: '560002' }, 3],
    ['GSTIN', { gstin: '29AAPFU0939F1ZR', businessName: 'Rao Traders' }, 3],
    ['landmark and email', { landmark: 'Opposite the lake', email: 'other@example.com' }, 1],
  ])('and a new invoice replace the invoice when what it names has changed: %s', async (_, fields, documents) => {
    const id = await placeInvoiced([tee])
    const { deliveryAddress, version } = await read(id)
    await request('POST', `/order/admin/${id}/address`, { cookies, body: { address: { ...deliveryAddress, ...fields }, version } })
    expect(await readStored(id)).toHaveLength(documents)
  })

  test('waits with the new invoice for a state of India', async () => {
    const id = await placeInvoiced([tee])
    const { deliveryAddress, version } = await read(id)
    await request('POST', `/order/admin/${id}/address`, { cookies, body: { address: { ...deliveryAddress, state: 'Atlantis' }, version } })
    expect(await readStored(id)).toMatchObject([{ kind: 'invoice' }, { kind: 'credit note' }])
    expect(await read(id)).toMatchObject({ invoiceProblem: 'state' })
  })
})

describe('a refund', () => {
  test('that reduces the price credits its amount, several times up to the whole invoice', async () => {
    const id = await deliverPaid()
    expect((await refund(id, { amount: 100.01, reducesPrice: true })).statusCode).toBe(200)
    expect((await refund(id, { amount: 333.33, refunded: 100.01, reducesPrice: true })).statusCode).toBe(200)
    expect((await refund(id, { refunded: 433.34, reducesPrice: true })).statusCode).toBe(200)
    const { invoice, notes } = await readBoth(id)
    expect(notes.map(({ total_paise, reason }) => [total_paise, reason])).toEqual([
      [10_001, 'Small stain'],
      [33_333, 'Small stain'],
      [116_466, 'Small stain'],
    ])
    for (const column of ['taxable_paise', 'cgst_paise', 'sgst_paise', 'igst_paise', 'total_paise'] as const)
      expect(sumPaise(notes.map((note) => note[column]))).toBe(invoice[column])
    for (const note of notes) expect(note.cgst_paise).toBe(note.sgst_paise)
  })

  test('out of goodwill changes no invoice', async () => {
    const id = await deliverPaid()
    expect((await refund(id, { amount: 50 })).statusCode).toBe(200)
    expect((await refund(id, { amount: 50, refunded: 50, reducesPrice: false })).statusCode).toBe(200)
    expect((await readBoth(id)).notes).toEqual([])
  })

  test('that is rejected credits nothing', async () => {
    const id = await deliverPaid()
    expect((await refund(id, { amount: 5_000, reducesPrice: true })).statusCode).toBe(409)
    expect((await refund(id, { amount: 50, refunded: 1, reducesPrice: true })).statusCode).toBe(409)
    expect((await readBoth(id)).notes).toEqual([])
  })

  test('of cash reduces the price, too', async () => {
    const id = await placeInvoiced([tee])
    for (const to of ['Shipped', 'Delivered']) await transition(id, to)
    expect((await refund(id, { amount: 99, reducesPrice: true })).statusCode).toBe(200)
    expect((await readBoth(id)).notes).toMatchObject([{ total_paise: 9_900, lines: [{ quantity: 0 }] }])
  })
})

test('items that come back are credited with what is left of their line, and the rest on the others', async () => {
  const id = await placeInvoiced([{ ...tee, quantity: 2 }, shirt])
  const credit = (quantity: number, amount: number) =>
    database
      .transaction()
      .execute((trx) => creditLines({ trx, orderId: id, reason: 'Items returned', lines: [{ line: 1, quantity, amount: paise(amount) }] }))
  await credit(1, 100_000)
  await credit(2, 100_000)
  const { notes } = await readBoth(id)
  expect(notes.flatMap(({ lines }) => lines.map(({ line, quantity, total }) => [line, quantity, total]))).toEqual([
    [1, 1, 100_000],
    [1, 1, 59_800],
    [2, 0, 33_300],
  ])
  expect(await credit(1, 1)).toBeUndefined()
})

test('an invoice has what is paid after the discount, line by line', async () => {
  const offers = await createOffers(shop)
  const { code } = await offers.add({ percent: 15 })
  const body = (items: object[], totalPrice: number) => ({
    products: items,
    totalPrice,
    offerCode: code,
    cashOndelivery: true,
    deliveryAddress: { ...address, email: 'discount@example.com' },
  })
  const products = [
    { product: tee.id, name: tee.name, price: 799, quantity: 1, size: 'M', image: '/images/x/800.webp', subtotal: 799 },
    { product: shirt.id, name: shirt.name, price: 333, quantity: 2, size: 'M', image: '/images/x/800.webp', subtotal: 666 },
  ]
  const reply = await request('POST', '/guest/cashondelivery', { body: body(products, 1_465) })
  expect(reply.statusCode).toBe(201)
  const id: string = reply.json().order._id
  await pack(id)
  await issue()
  const { invoice } = await readBoth(id)
  const { toPay } = await read(id)
  expect(invoice.total_paise).toBe((toPay ?? 0) * 100)
  expect(invoice.lines.map(({ gross, discount, total }) => gross - discount === total)).toEqual([true, true])
  expect(sumPaise(invoice.lines.map(({ discount }) => discount))).toBe(146_500 - invoice.total_paise)
})
