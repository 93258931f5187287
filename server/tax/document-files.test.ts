import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTrackingLinks } from '#server/orders/order/tracking.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { readPdfPages } from '#testing/pdf-text.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: taxedShop })
const { request, database, trackingKey } = shop
const { cookies, pack, issue, placeInvoiced, read } = await createTaxedOrders(shop)
const tee = await createTestProduct({ database, price: 799, stock: 1_000 })
const links = createTrackingLinks({ key: trackingKey })

const invoiceOf = async (orderId: string) => {
  const [document] = (await read(orderId)).documents ?? []
  if (!document) throw new Error('The order has no invoice.')
  return document
}
const get = (path: string, session?: Record<string, string>) => request('GET', path, session && { cookies: session })

/** An invoiced order of a shopper. */
async function orderAsShopper() {
  const shopper = await signInShopper({ request })
  await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
  const { _id: id } = (await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: address })).json().order
  await pack(id)
  await issue()
  return { shopper, id, document: await invoiceOf(id) }
}

describe('documents of administrators', () => {
  test('are PDF files named by their number', async () => {
    const invoice = await invoiceOf(await placeInvoiced([tee]))
    const reply = await get(`/documents/${invoice._id}.pdf`, cookies)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${invoice.written.replaceAll('/', '-')}.pdf"`,
      'cache-control': 'private, no-store',
    })
    expect(readPdfPages(reply.rawPayload).join()).toContain(invoice.written)
    const label = await get(`/documents/${invoice._id}.pdf?format=label`, cookies)
    expect(label.body).toContain('/MediaBox [0 0 288 432]')
    expect((await get(`/documents/${invoice._id}.pdf?format=a3`, cookies)).statusCode).toBe(400)
  })

  test('are many in one file, in the order of the request', async () => {
    const invoices = [await invoiceOf(await placeInvoiced([tee])), await invoiceOf(await placeInvoiced([tee]))].toReversed()
    const ids = [...invoices.map(({ _id }) => _id), randomUUID(), 'x', invoices[0]?._id]
    const reply = await get(`/documents.pdf?format=label&ids=${ids.join()}`, cookies)
    const numbers = readPdfPages(reply.rawPayload).map((page) => /Number\n(\S+)/.exec(page)?.[1])
    expect(numbers).toEqual(invoices.map(({ written }) => written))
  })

  test('are refused for none, unknown and too many', async () => {
    const status = async (ids: string[]) => (await get(`/documents.pdf?ids=${ids.join()}`, cookies)).statusCode
    expect(await status([])).toBe(400)
    expect(await status([randomUUID()])).toBe(404)
    expect(await status(Array.from({ length: 201 }, () => 'x'))).toBe(400)
    expect(await status(Array.from({ length: 200 }, () => randomUUID()))).toBe(404)
    for (const id of [randomUUID(), 'x']) expect((await get(`/documents/${id}.pdf`, cookies)).statusCode).toBe(404)
  })
})

describe('documents of a shopper', () => {
  test('are those of the own order only', async () => {
    const { shopper, id, document } = await orderAsShopper()
    const other = await orderAsShopper()
    const reply = await get(`/order/${id}/documents/${document._id}.pdf`, shopper.cookies)
    expect([reply.statusCode, readPdfPages(reply.rawPayload).join().includes(document.written)]).toEqual([200, true])
    for (const path of [`${id}/documents/${document._id}`, `${other.id}/documents/${document._id}`, `x/documents/${document._id}`])
      expect((await get(`/order/${path}.pdf`, other.shopper.cookies)).statusCode).toBe(404)
  })

  test('are limited for each account', async () => {
    const [one, other] = [await orderAsShopper(), await orderAsShopper()]
    const path = `/order/${one.id}/documents/${randomUUID()}.pdf`
    const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await get(path, one.shopper.cookies)).statusCode))
    expect(statuses.toSorted()).toEqual([...Array(30).fill(404), 429])
    expect((await get(`/order/${other.id}/documents/${other.document._id}.pdf`, other.shopper.cookies)).statusCode).toBe(200)
  })
})

describe('documents of the link in mails', () => {
  test('are those of its order, also of a guest', async () => {
    const [one, other] = [await placeInvoiced([tee]), await placeInvoiced([tee])]
    const { _id: id, written } = await invoiceOf(one)
    const open = (token: string) => get(`/track/documents/${id}.pdf?token=${token}`)
    const reply = await open(links.create({ orderId: one, purpose: 'track', revision: 0 }))
    expect([reply.statusCode, readPdfPages(reply.rawPayload).join().includes(written)]).toEqual([200, true])
    for (const token of [
      links.create({ orderId: other, purpose: 'track', revision: 0 }),
      `${links.create({ orderId: one, purpose: 'track', revision: 0 })}x`,
      `${one}.forged`,
      '',
    ])
      expect((await open(token)).statusCode).toBe(404)
    expect((await get(`/track/documents/${id}.pdf`)).statusCode).toBe(400)
  })

  test('are limited for each connection', async () => {
    const limited = await createTestApp({ environment: { LIMITS_FACTOR: '0.1' } })
    const open = async () => (await limited.request('GET', `/track/documents/${randomUUID()}.pdf?token=x`)).statusCode
    expect([await open(), await open(), await open(), await open()]).toEqual([404, 404, 404, 429])
  })
})
