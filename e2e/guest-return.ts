import type { Browser, Page } from '@playwright/test'
import { address, buildGuestOrder } from '#testing/factories.ts'
import { createSuffix } from './admin-page.ts'
import { Shop } from './shop.ts'

interface GuestReturnOptions {
  /** of the signed-in administrator */
  readonly page: Page
  readonly browser: Browser
  readonly item: Parameters<typeof buildGuestOrder>[0][number]
  readonly phone: string
}

/** Delivers a guest's order of the item, and opens the form of its return from the tracking page in a browser of the guest's own. */
export async function openGuestReturn({ page, browser, item, phone }: GuestReturnOptions) {
  const data = { ...buildGuestOrder([item]), deliveryAddress: { ...address, phone, email: `${createSuffix()}@example.com` } }
  const { order } = await (await page.request.post('/api/v1/guest/cashondelivery', { data })).json()
  for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) {
    await page.request.post(`/api/v1/order/admin/${order._id}/move`, { data: { to } })
  }
  const context = await browser.newContext({ baseURL: process.env.SHOP_URL })
  const guest = await context.newPage()
  await new Shop(guest).open(`/order-tracking?number=${order.number}`)
  await guest.getByLabel('Phone').fill(phone)
  await guest.getByRole('button', { name: 'Track order' }).click()
  await guest.getByRole('link', { name: 'Return items' }).click()
  return { order, guest, context }
}
