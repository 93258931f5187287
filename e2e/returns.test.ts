import { formatRupees } from '#contract/kernel/money.ts'
import { createTestImage } from '#testing/pictures.ts'
import { area, createProduct, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { openGuestReturn } from './guest-return.ts'
import { expect, Shop, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('a guest returns an item from the tracking page, and the administrator receives and settles it', { tag: '@nightly' }, async ({
  page,
  browser,
}) => {
  const shop = await signInAdmin(page)
  const product = await createProduct(page.request)
  const item = { ...product, id: product._id, quantity: 2 }
  const { order, guest, context } = await openGuestReturn({ page, browser, item, phone: '9876500043' })
  await guest.getByRole('heading', { name: 'Return items' }).waitFor()
  await guest.getByRole('checkbox', { name: `Return ${product.name}, Size to be confirmed` }).check()
  await guest.getByRole('button', { name: 'Ask for the return' }).click()
  await expect(guest.getByText('Please choose the reason.')).toBeVisible()
  await guest.getByLabel(`Why do you return ${product.name}?`).selectOption('too small')
  await guest.getByRole('button', { name: `Decrease quantity of ${product.name}` }).click()
  const sum = guest.getByRole('status').filter({ hasText: 'You get back' })
  await expect(sum).toContainText(formatRupees(product.price - 100))
  await guest.getByLabel(`Why do you return ${product.name}?`).selectOption('faulty')
  const refund = formatRupees(product.price)
  await expect(sum).toContainText('We pay')
  const photo = { name: 'hole.jpg', mimeType: 'image/jpeg', buffer: await createTestImage({ width: 2400, height: 1800 }).jpeg().toBuffer() }
  await guest.getByLabel('Choose photos').setInputFiles([photo, { ...photo, name: 'seam.jpg' }])
  await guest.getByRole('button', { name: 'Remove photo 2' }).click()
  await expect(guest.getByRole('img', { name: '1: hole.jpg' })).toBeVisible()
  await expectAccessible({ page: guest, name: 'the form of a return' })
  await guest.getByRole('button', { name: 'Ask for the return' }).click()
  await expect(guest.getByText('We have received your request')).toBeFocused()
  await guest.getByRole('button', { name: 'Open Your photo 1' }).click()
  await expect(guest.getByRole('dialog').getByRole('img', { name: 'Your photo 1, large' })).toHaveJSProperty('naturalWidth', 1600)
  await guest.keyboard.press('Escape')

  await shop.open(`${area}/returns`)
  await page.getByRole('link', { name: `${order.number}-R1` }).click()
  await expect(page.getByRole('dialog')).toContainText('Faulty')
  await expect(page.getByRole('button', { name: 'Open Photo of the shopper 1' })).toBeVisible()
  await expectAccessible({ page, name: 'a return' })
  await page.getByRole('button', { name: 'Accept: the shopper brings or sends it' }).click()
  await expect(page.getByRole('button', { name: 'Received', exact: true })).toBeVisible()
  await new Shop(guest).reload()
  await expect(guest.getByText('7 Loom Street, Jaipur 302001').first()).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Print the slip' })).toBeVisible()

  await page.getByLabel(`Add a photo: Photo of ${product.name}`).setInputFiles(photo)
  await expect(page.getByRole('button', { name: `Open Photo of ${product.name} 1` })).toBeVisible()
  await page.getByRole('button', { name: 'Received', exact: true }).click()
  await page.getByRole('button', { name: `Pay back ${refund}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay back' }).click()
  await expect(page.getByRole('dialog')).toContainText('Settled by admin')
  await new Shop(guest).reload()
  await expect(guest.getByRole('list', { name: 'Returns' })).toContainText('Settled')

  await shop.open(`${area}/returns?view=sizes`)
  await expect(page.getByRole('row', { name: product.name })).toBeVisible()
  await expectAccessible({ page, name: 'the report of returns' })

  const { payouts } = await (await page.request.get('/api/v1/payouts')).json()
  const { detailsLink } = payouts.find(({ number }: { number: string }) => number === `${order.number}-R1`)
  const guestShop = new Shop(guest)
  await guestShop.open(detailsLink)
  await guest.getByLabel('UPI id', { exact: true }).fill('asha.rao@okbank')
  await guest.getByLabel('UPI id again').fill('asha@okbank')
  await guest.getByRole('button', { name: 'Save' }).click()
  await expect(guest.getByText('The two UPI ids are not the same.')).toBeVisible()
  await expectAccessible({ page: guest, name: 'the form of a transfer' })
  await guest.getByLabel('UPI id again').fill('asha.rao@okbank')
  await guest.getByRole('button', { name: 'Save' }).click()
  await expect(guest.getByText('We transfer your refund there.')).toBeVisible()

  await shop.open(`${area}/refunds-to-pay`)
  await expect(page.getByRole('row', { name: `${order.number}-R1` })).toContainText('asha.rao@okbank')
  await page.getByRole('button', { name: `Paid: return ${order.number}-R1` }).click()
  await page.getByLabel('Reference of the bank (UTR)').fill('UTR 4711')
  await expectAccessible({ page, name: 'the payment of a refund' })
  await page.getByRole('button', { name: 'Record the payment' }).click()
  await expect(page.getByRole('row', { name: `${order.number}-R1` })).toHaveCount(0)
  await guestShop.open(detailsLink)
  await expect(guest.getByText('This refund is paid already.')).toBeVisible()
  await context.close()
})
