import { area, createProduct, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('an administrator takes an order by keyboard, sends its link, and finds the customer afterwards', async ({ page }) => {
  const shop = await signInAdmin(page)
  const { name } = await createProduct(page.request)
  const phone = `9${Date.now().toString().slice(-9)}`
  await shop.open(`${area}/new-order`)
  const press = (key: string) => page.keyboard.press(key)
  await page.getByRole('searchbox', { name: 'Name, phone or email' }).fill(phone)
  await press('Enter')
  await expect(page.getByText('No earlier orders. Enter the address below.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search products' }).fill(name)
  await press('Enter')
  await page.getByRole('button', { name: `Add ${name}, size M, 5 in stock` }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue(phone)
  await page.getByLabel('First name').fill('Meera')
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Lake Road')
  await page.getByLabel('PIN code').fill('560001')
  await page.getByLabel('City').fill('Bengaluru')
  await expect(page.getByLabel('State')).toHaveValue('Karnataka')
  await page.getByRole('radio', { name: 'Payment link' }).check()
  await expectAccessible({ page, name: 'the new order' })
  await page.getByRole('button', { name: 'Place the order' }).press('Enter')
  const heading = page.getByRole('heading', { name: /^Order .* placed$/ })
  await expect(heading).toBeFocused()
  await expect(page.getByRole('link', { name: 'Send on WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa.me/91${phone}\\?text=`),
  )
  const link = await page.getByLabel('Payment link').inputValue()
  const number = (await heading.textContent())?.split(' ')[1] ?? ''

  await page.getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('searchbox').fill(phone)
  await press('Enter')
  await page.getByRole('link', { name: 'Meera', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('link', { name: number })).toBeVisible()
  await expectAccessible({ page, name: 'a customer' })
  await drawer.getByRole('link', { name: 'New order for this customer' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Meera')

  await shop.open(link)
  await expect(page.getByRole('heading', { name: 'Pay for your order' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Yes, send it' })).toHaveCount(0)
})

test('a sale at a fair is begun as a draft, continued after a reload, and handed over', { tag: '@nightly' }, async ({ page }) => {
  const shop = await signInAdmin(page)
  const { name } = await createProduct(page.request)
  await shop.open(`${area}/new-order`)
  await page.getByRole('searchbox', { name: 'Search products' }).fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Add ${name}, size M, 5 in stock` }).click()
  await page.getByRole('checkbox', { name: /^The customer takes the items away/ }).check()
  await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill(`Ravi ${name}`)
  await page.getByLabel('Paid by').selectOption('UPI')
  await page.getByLabel('Reference').fill('UTR 4711')
  await expectAccessible({ page, name: 'items that are taken away' })
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(page.getByRole('heading', { name: 'Drafts of orders' })).toBeVisible()
  await expectAccessible({ page, name: 'the drafts' })
  await page.getByRole('button', { name: `Edit the draft of Ravi ${name}` }).click()
  await expect(page.getByLabel('Reference')).toHaveValue('UTR 4711')
  await shop.reload()
  await expect(page.getByLabel('Reference')).toHaveValue('UTR 4711')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await expect(page.getByText(/is paid, and the items are handed over\.$/)).toBeVisible()
  await page.getByRole('link', { name: 'Open the order' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Paid by UPI, taken away')).toBeVisible()
  await expect(drawer.getByText(/UTR 4711/)).toBeVisible()
  await shop.open(`${area}/order-drafts`)
  await expect(page.getByText(`Ravi ${name}`)).toHaveCount(0)
})
