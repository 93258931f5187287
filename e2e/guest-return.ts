import type { Browser, Page } from '@playwright/test'
import { address, buildGuestOrder } from '#testing/factories.ts'
import { createSuffix } from './admin-page.ts'
import { readMail } from './read-mail.ts'
import { Shop } from './shop.ts'

interface GuestReturnOptions {
  /** of the signed-in administrator */
  readonly page: Page
  readonly browser: Browser
  readonly item: Parameters<typeof buildGuestOrder>[0][number]
  readonly phone: string
}

/** Delivers a guest's order of the item, and opens the form of its return by the link that the tracking page mails, in a browser of the guest's own. */
export async function openGuestReturn({ page, browser, item, phone }: GuestReturnOptions) {
  const email = `${createSuffix()}@example.com`
  const data = { ...buildGuestOrder([item]), deliveryAddress: { ...address, phone, email } }
  const { order } = await (await page.request.post('/api/v1/guest/cashondelivery', { data })).json()
  for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) {
    await page.request.post(`/api/v1/order/admin/${order._id}/move`, { data: { to } })
  }
  const context = await browser.newContext({ baseURL: process.env.SHOP_URL })
  const guest = await context.newPage()
  await new Shop(guest).open(`/order-tracking?number=${order.number}`)
  await guest.getByLabel('Phone').fill(phone)
  await guest.getByRole('button', { name: 'Track order' }).click()
  await guest.getByRole('button', { name: 'Email me the link' }).click()
  await guest.getByText('The link is on its way to the email address of the order.').waitFor()
  const subject = `The link to your order ${order.number}`
  await new Shop(guest).open(await readMail({ to: email, subject, pattern: /\/o\/track[\w.-]+/ }))
  await guest.getByRole('link', { name: 'Return items' }).click()
  return { order, guest, context }
}
