import { expect, test } from 'vitest'
import { buildVariantId } from '#contract/catalog/variants.ts'
import type { CallReply } from '#contract/contract.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'
import { countChangedDays } from './count-days.ts'

const shop = await startShop({ environment: ucpEnvironment })
const { app, database, request, cookies } = shop
const send = createUcpClient({ app })
const tee = { ...(await createTestProduct({ database, price: 500, stock: 100 })), size: 'M' }

async function readRows() {
  await countChangedDays({ database, signal: new AbortController().signal })
  const { rows } = (await request('GET', '/figures/sources?by=campaign', { cookies })).json<CallReply<'GET /figures/sources'>>()
  return rows.map(({ kind, source, medium, campaign, figures: { orders } }) => [kind, source, medium, campaign, orders])
}

const orderAs = (browser: Record<string, string>, visit?: object) =>
  request('POST', '/guest/cashondelivery', { cookies: browser, body: { ...buildGuestOrder([tee]), visit } })

test('the source of an order from the checkout of an assistant is the assistant, also when its visit says another one', async () => {
  const item = { id: buildVariantId({ productId: tee.id, size: 'M' }) }
  const checkout = (await send('POST', '/checkout-sessions', { body: { line_items: [{ item, quantity: 1 }] } })).json()
  const token = new URL(checkout.continue_url).searchParams.get('session')
  const opened = await request('POST', '/cart/session/open', { body: { token } })
  const browser = Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]))
  const placed = await orderAs(browser, { source: 'google', medium: 'cpc', campaign: 'diwali' })
  expect(placed.statusCode).toBe(201)
  await orderAs({}, { source: 'google', medium: 'cpc', campaign: 'diwali' })
  // Counted before the shop knows that the order completes the checkout.
  expect(await readRows()).toEqual([['visit', 'google', 'cpc', 'diwali', 2]])
  expect((await send('GET', `/checkout-sessions/${checkout.id}`)).json().order.id).toBe(placed.json().order._id)
  expect((await readRows()).toSorted()).toEqual([
    ['visit', 'agent.example', 'assistant', '', 1],
    ['visit', 'google', 'cpc', 'diwali', 1],
  ])
})
