import { randomInt, randomUUID } from 'node:crypto'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from './factories.ts'
import type { TestApp } from './test-app.ts'

export interface Attempt {
  readonly quantity?: number
  readonly price?: number
  readonly phone?: string
  readonly email?: string
  readonly ip?: string
  readonly headers?: Record<string, string>
  readonly cookies?: Record<string, string>
  readonly app?: Pick<TestApp, 'request' | 'database'>
}

export const createPhone = () => String(randomInt(6_000_000_000, 9_999_999_999))
export const createIp = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.')

/** Guest orders of a source without orders, unless the attempt names one. The shop trusts `x-forwarded-for`. */
export function createOrderAttempts(shop: Pick<TestApp, 'request' | 'database'>) {
  async function place({ quantity = 1, price = 500, app = shop, ...attempt }: Attempt = {}) {
    const tee = await createTestProduct({ database: app.database, price, stock: 500 })
    const { phone = createPhone(), email = `${randomUUID()}@example.com`, ip = createIp(), headers, cookies = {} } = attempt
    const body = { ...buildGuestOrder([{ ...tee, quantity, size: 'M' }]), deliveryAddress: { ...address, phone, email } }
    return app.request('POST', '/guest/cashondelivery', { body, cookies, headers: { 'x-forwarded-for': ip, ...headers } })
  }
  return {
    place,
    placed: async (attempt?: Attempt) => (await place(attempt)).json<{ order: Order }>().order,
    statusOf: async (attempt: Attempt) => (await place(attempt)).statusCode,
  }
}
