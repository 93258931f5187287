import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTrackingLinks } from '../orders/order/tracking.ts'

const shop = await createTestApp({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
const { request, database, trackingKey } = shop
const trackingLinks = createTrackingLinks({ key: trackingKey })

async function placeGuest({ deliveryAddress = {}, name = 'Loom tee' }: { deliveryAddress?: object; name?: string } = {}) {
  const tee = await createTestProduct({ database, name })
  const order = buildGuestOrder([
    { ...tee, size: 'M', quantity: 2 },
    { ...tee, quantity: 1 },
  ])
  const body = { ...order, deliveryAddress: { ...order.deliveryAddress, ...deliveryAddress } }
  return (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>().order
}

test('an order mail contains the order, the delivery address and the tracking link', async () => {
  const order = await placeGuest()
  const [mail] = await collectMails(shop)
  expect(mail).toMatchObject({
    subject: `Order ${order.number} has been placed`,
    from: { name: 'Loom & Lane', address: 'care@loomandlane.example' },
    to: { name: '', address: 'asha@example.com' },
  })
  const token = trackingLinks.create({ orderId: order._id, purpose: 'track', revision: 0 })
  for (const text of [
    'Loom tee, Size M × 2: ₹1,598',
    'Loom tee, Size to be confirmed × 1: ₹799',
    'Total: ₹2,397 (Cash on delivery, ₹2,397)',
    'Bengaluru, Karnataka 560001',
    'Expect it 5 to 7 days after placing your order.',
    'Please keep ₹2,397 ready for the courier.',
    `https://shop.example/o/${token}`,
    'care@loomandlane.example',
  ])
    expect(mail?.text).toContain(text)
  expect(mail?.html).toContain(`href="https://shop.example/o/${token}"`)
  expect(mail?.html).toContain('Loom &amp; Lane')
})

test('text that people typed is escaped and stays on one line', async () => {
  const deliveryAddress = {
    firstName: 'Eve\r\nBcc: victim@example.com',
    address: '<img src=x onerror=alert(1)>\n\nTotal: ₹1',
    lastName: `"O'Neil"`,
  }
  await placeGuest({ deliveryAddress, name: '<script>alert("tee")</script>' })
  const [mail] = await collectMails(shop)
  expect(mail?.to).toEqual({ name: '', address: 'asha@example.com' })
  expect(mail?.subject).not.toContain('Eve')
  expect(mail?.html).not.toMatch(/<script|<img/)
  expect(mail?.html).toContain('&lt;script&gt;alert(&quot;tee&quot;)&lt;/script&gt;')
  expect(mail?.text).not.toMatch(/^Total: ₹1$|^Bcc/m)
})
