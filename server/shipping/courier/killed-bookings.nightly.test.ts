import { createSimulator } from '@loom-and-lane/shiprocket-simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products.ts'
import type { CallReply } from '#contract/contract.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { buildGuestOrder } from '#testing/factories.ts'
import { createApiClient, createShopProcess } from '#testing/shop-process.ts'

const adminPin = 'owner-pin-1'
const account = { email: 'api@shop.example', password: 'a password of the tests' }
const simulator = createSimulator(account)
const shop = await createShopProcess({
  settings: {
    ...{ DEMO: 'on', ADMIN_PIN: adminPin, SHIPROCKET_EMAIL: account.email, SHIPROCKET_PASSWORD: account.password },
    SHIPROCKET_API_URL: await simulator.listen(),
  },
})
let request: ReturnType<typeof createApiClient>
beforeAll(async () => {
  await shop.start()
  request = createApiClient(shop)
  await request('POST', '/users/login', { name: 'admin', pin: adminPin })
  const { groups } = (await request<CallReply<'GET /settings'>>('GET', '/settings')).body
  if (!groups.parcels) throw new Error('The shop has settings of parcels.')
  const { value, version } = groups.parcels
  const draft = await request<CallReply<'PATCH /settings/:group'>>('PATCH', '/settings/parcels', {
    ...{ version, value: { ...value, pickupName: 'Mill Road' } },
  })
  await request('POST', '/settings/parcels/publish', { version: draft.body.state.version })
})
afterAll(async () => {
  await shop.remove()
  await simulator.close()
})

async function packOrder() {
  const { products } = (await request<{ products: Product[] }>('GET', '/products/getAll?limit=100')).body
  const product = products.find(({ stock }) => stock > 20)
  if (!product) throw new Error('The demo shop has products.')
  const { order } = (
    await request<{ order: { _id: string; number: string } }>(
      'POST',
      '/guest/cashondelivery',
      buildGuestOrder([{ ...product, id: product._id, size: product.sizes[0] ?? 'M' }]),
    )
  ).body
  for (const to of ['Confirmed', 'Packed']) await request('POST', `/order/admin/${order._id}/move`, { to })
  return order
}

/** Ends the claims of the killed shop. */
async function makeDue(): Promise<void> {
  const client = await shop.connect()
  await client.query(`update courier_bookings set due_at = now() where state = 'requested'`)
  await client.query(`update courier_parcels set due_at = now() where due_at is not null`)
  await client.end()
}

test.each(['the request', '/orders', '/orders/create/adhoc', '/courier/assign/awb', 'stored'] as const)(
  'a shop that is killed after %s books one parcel with one number, and delivers its order once',
  async (step) => {
    const { _id: id, number } = await packOrder()
    const read = async () => (await request<AdminOrderDetail>('GET', `/order/admin/${id}`)).body
    const calls = simulator.calls.length
    await request('POST', '/order/admin/courier-bookings', { numbers: [number] })
    if (step === 'stored') await expect.poll(async () => (await read()).booking?.state, { timeout: 60_000 }).toBe('booked')
    else if (step !== 'the request') await expect.poll(() => simulator.calls.slice(calls), { interval: 1, timeout: 60_000 }).toContain(step)
    await shop.kill()
    await makeDue()
    await shop.start()
    await expect.poll(async () => (await read()).booking?.state, { timeout: 60_000 }).toBe('booked')
    const made = simulator.orders.filter(({ body }) => String(body.order_id).startsWith(number))
    expect(made).toHaveLength(1)
    expect((await read()).shipments).toMatchObject([{ trackingNumber: made[0]?.awb }])

    await simulator.moveParcel(`${number}-B1`, 'DELIVERED')
    const looks = simulator.calls.length
    const looked = request('POST', `/order/admin/parcels/${number}-B1/look`, {}).catch(() => {})
    await expect.poll(() => simulator.calls.slice(looks), { interval: 1, timeout: 60_000 }).not.toEqual([])
    await shop.kill()
    await looked
    await makeDue()
    await shop.start()
    await expect.poll(async () => (await read()).orderStatus, { timeout: 60_000 }).toBe('Delivered')
    expect((await read()).events.filter(({ type }) => type === 'Delivered')).toHaveLength(1)
  },
)
