import { describe, expect, test } from 'vitest'
import { startCheckout } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'

const { provider, request, database, admin } = await startPayingShop()

const business = { gstin: '27AAPFU0939F1ZV', businessName: 'Udyam Traders' }
const text = 'This is not a GSTIN: it has 15 characters, such as 27AAPFU0939F1ZV.'
const readAddress = async (id: string) =>
  (await database.selectFrom('orders').select('delivery_address').where('id', '=', id).executeTakeFirstOrThrow()).delivery_address
const createBody = async (more: object = business) => {
  const tee = await createTestProduct({ database, price: 799 })
  return { ...buildGuestOrder([tee]), deliveryAddress: { ...address, ...more } }
}

describe('the GSTIN of a business is kept', () => {
  test('with an order of a guest on delivery, as it is usually typed', async () => {
    const body = await createBody({ ...business, gstin: ' 27aapfu 0939f1zv ' })
    const { order } = (await request('POST', '/guest/cashondelivery', { body })).json()
    expect(await readAddress(order._id)).toEqual({ ...address, ...business })
  })

  test('with an order of a shopper on delivery, and with the address of the next one', async () => {
    const { cookies } = await signInShopper({ request })
    const tee = await createTestProduct({ database, price: 799 })
    await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
    const { order } = (await request('POST', '/cod/cashondelivery', { cookies, body: { ...address, ...business } })).json()
    expect(await readAddress(order._id)).toMatchObject(business)
    expect((await request('GET', '/cart', { cookies })).json().deliveryAddress).toMatchObject(business)
    const { addresses } = (await request('GET', '/users/account/addresses', { cookies })).json()
    expect(addresses[0].address).toMatchObject(business)
  })

  test('with a card order of a shopper, and with one of a guest', async () => {
    const card = await startCheckout({ request, database, provider })
    await request('POST', '/cart/', { cookies: card.cookies, body: { ...address, ...business } })
    const { id } = (await card.open()).json()
    const { browser } = await provider.control<{ browser: { response: object } }>('payments', { order_id: id })
    await request('POST', '/order/verify-payment', { cookies: card.cookies, body: browser.response })
    expect(await readAddress((await card.orders())[0]._id)).toMatchObject(business)
    const guest = await startGuestCheckout({ request, database, provider, more: await createBody() })
    await guest.verify((await guest.pay()).browser.response)
    const { order_id: orderId } = await guest.payment()
    expect(await readAddress(orderId ?? '')).toMatchObject(business)
  })

  test('with an order by phone, and an administrator changes it with the address', async () => {
    const { products, totalPrice, deliveryAddress } = await createBody()
    const lines = products.map(({ product, quantity }) => ({ product, quantity, size: 'M' }))
    const body = { products: lines, totalPrice, deliveryAddress, payment: 'on delivery' }
    const headers = { 'idempotency-key': 'buyer' }
    const { order } = (await request('POST', '/order/admin', { cookies: admin.cookies, headers, body })).json()
    expect(order.deliveryAddress).toMatchObject(business)
    const changed = { ...address, gstin: '29AAGCB7383J1Z4', businessName: 'Other Traders' }
    const path = `/order/admin/${order._id}/address`
    const reply = await request('POST', path, { cookies: admin.cookies, body: { address: changed, version: order.version } })
    expect(reply.statusCode).toBe(200)
    expect(await readAddress(order._id)).toEqual(changed)
  })

  test('in the address book', async () => {
    const { cookies } = await signInShopper({ request })
    const path = '/users/account/addresses'
    const { addresses } = (await request('POST', path, { cookies, body: { ...address, ...business } })).json()
    expect(addresses).toMatchObject([{ address: business }])
    const edited = await request('PATCH', `${path}/${addresses[0]._id}`, { cookies, body: { ...address, gstin: '' } })
    expect(edited.json().addresses[0].address.gstin || null).toBeNull()
  })
})

test.each([
  [{ gstin: '27AAPFU0939F1ZW' }, 'gstin', text],
  [{ gstin: '99AAPFU0939F1ZV' }, 'gstin', text],
  [{ gstin: '27AAPFU0939F1Z' }, 'gstin', text],
  [{ gstin: '2'.repeat(41) }, 'gstin', 'GSTIN is too long.'],
  [{ gstin: 27 }, 'gstin', 'GSTIN must be a text.'],
  [{ ...business, businessName: 'x'.repeat(121) }, 'businessName', 'Business name is too long.'],
  [{ ...business, businessName: 'see www.example.com' }, 'businessName', 'Business name must not contain a web address.'],
])('%j is refused at its field', async (more, field, message) => {
  const reply = await request('POST', '/guest/cashondelivery', { body: await createBody(more) })
  expect([reply.statusCode, reply.json().fields]).toEqual([400, { [`deliveryAddress.${field}`]: message }])
})

test('an address without a GSTIN is as before, and an empty one is none', async () => {
  const { order } = (await request('POST', '/guest/cashondelivery', { body: await createBody({}) })).json()
  expect(await readAddress(order._id)).toEqual(address)
  const empty = await request('POST', '/guest/cashondelivery', { body: await createBody({ gstin: '', businessName: '' }) })
  expect(empty.statusCode).toBe(201)
})
