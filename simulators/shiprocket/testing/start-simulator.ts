import { onTestFinished } from 'vitest'
import { createSimulator } from '../server.ts'

export const account = { email: 'api@shop.example', password: 'a password of the tests' }

/** A simulator of its own, and calls of a signed-in account. */
export async function startSimulator() {
  const simulator = createSimulator(account)
  const url = await simulator.listen()
  onTestFinished(() => simulator.close())
  const send = async (path: string, { body, token }: { body?: object; token?: string } = {}) => {
    const reply = await fetch(`${url}/v1/external${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  }
  const signIn = async () => String((await send('/auth/login', { body: account })).body.token)
  return { simulator, url, send, signIn, token: await signIn() }
}

const side = (name: string) =>
  Object.fromEntries(
    ['customer_name', 'address', 'city', 'state', 'country', 'pincode', 'email', 'phone'].map((field) => [`${name}_${field}`, field]),
  )

export const buildReturn = (reference: string) => ({
  order_id: reference,
  order_date: '2026-11-28',
  order_items: [{ name: 'Tee, M', sku: 'TEE-M', units: 1, selling_price: 649 }],
  payment_method: 'Prepaid',
  ...{ sub_total: 649, length: 30, breadth: 25, height: 2, weight: 0.3 },
  ...side('pickup'),
  ...side('shipping'),
})

export const buildForward = (reference: string) => ({
  order_id: reference,
  order_date: '2026-11-28',
  pickup_location: 'Mill Road',
  order_items: [{ name: 'Tee, M', sku: 'TEE-M', units: 1, selling_price: 649 }],
  payment_method: 'COD',
  ...{ sub_total: 649, length: 30, breadth: 25, height: 2, weight: 0.3, shipping_is_billing: true },
  ...side('billing'),
})
