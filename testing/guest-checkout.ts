import { randomInt } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { Provider, SignedFields } from './card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from './factories.ts'
import type { TestApp } from './test-app.ts'

interface GuestCheckoutOptions extends Pick<TestApp, 'request' | 'database'> {
  readonly provider: Provider
  readonly stock?: number
  readonly quantity?: number
  readonly phone?: string
  readonly key?: string
  readonly cookies?: Record<string, string>
  readonly headers?: Record<string, string>
  /** more of the body */
  readonly more?: object
  /** what is paid online; all of it by default */
  readonly payment?: 'full' | 'advance'
}

/** Ten digits that no other checkout of the tests has. */
export const createPhone = (): string => `9${randomInt(100_000_000, 999_999_999)}`

/** A guest with an open online payment. */
export async function startGuestCheckout({ request, database, provider, stock = 10, quantity = 2, ...given }: GuestCheckoutOptions) {
  const { phone = createPhone(), key, cookies, headers, payment, more: moreBody = {} } = given
  const tee = await createTestProduct({ database, stock, price: 799 })
  const { products, totalPrice } = buildGuestOrder([{ ...tee, size: 'M', quantity }])
  const deliveryAddress = { ...address, phone, email: `${phone}@example.com` }
  const body = { products, totalPrice, deliveryAddress, ...(payment && { payment }), ...moreBody }
  const open = (more: Pick<GuestCheckoutOptions, 'cookies' | 'key'> & { body?: object } = {}) =>
    request('POST', '/guest/create-order', {
      cookies: more.cookies ?? cookies ?? {},
      headers: { ...headers, ...((more.key ?? key) && { 'idempotency-key': more.key ?? key }) },
      body: { ...body, ...more.body },
    })
  const opened = await open()
  const { id, token } = opened.json<{ id: string; token: string }>()
  return {
    tee,
    email: deliveryAddress.email,
    phone,
    opened,
    orderId: id,
    token,
    open,
    /** the body of the same order on delivery */
    buildOrder: () => ({ ...body, cashOndelivery: true }),
    /** pays as a browser does, and returns what the browser receives */
    pay: (more: object = {}) =>
      provider.control<{ payment: { id: string }; browser: { response?: SignedFields } }>('payments', { order_id: id, ...more }),
    verify: (fields: SignedFields | undefined, as = token): Promise<LightMyRequestResponse> =>
      request('POST', '/guest/verify-payment', { body: { ...fields, token: as } }),
    outcome: async (as = token) => (await request('POST', '/guest/payment', { body: { token: as } })).json(),
    orders: () =>
      database
        .selectFrom('orders')
        .selectAll()
        .where(({ ref }) => ref('delivery_address', '->>').key('phone'), '=', phone)
        .execute(),
    stock: async () => (await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()).stock,
    payment: () => database.selectFrom('payments').selectAll().where('provider_order_id', '=', id).executeTakeFirstOrThrow(),
  }
}
