import { randomUUID } from 'node:crypto'
import { createProduct, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { readMail } from './read-mail.ts'
import { expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('a guest asks to be told when a size is back, confirms the address and ends it again', { tag: '@nightly' }, async ({ page }) => {
  const shop = await signInAdmin(page)
  const { _id, version, stock } = await createProduct(page.request)
  const sizes = [
    { size: 'M', stock: 0 },
    { size: 'L', stock },
  ]
  await page.request.post(`/api/v1/products/${_id}/sizes`, { data: { version, seenStock: stock, sizes } })
  await shop.open(`/product/${_id}`)
  await page.getByRole('radio', { name: 'M sold out' }).click({ force: true })
  await expect(page.getByLabel('Sold-out size')).toHaveValue('M')
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Notify me', exact: true }).click()
  await expect(page.getByText('Email must look like name@example.com.')).toBeVisible()
  await expectAccessible({ page, name: 'the form of a sold-out size' })
  const email = `${randomUUID()}@example.com`
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Notify me', exact: true }).click()
  await expect(page.getByText(`We have sent a link to ${email}.`)).toBeFocused()

  const link = await readMail({ to: email, subject: 'Confirm that we may email you', pattern: /\/back-in-stock\?token=[\w.-]+/ })
  await shop.open(link)
  await expectAccessible({ page, name: 'the link of an email about stock' })
  await page.getByRole('button', { name: /^Yes, email/ }).click()
  await expect(page.getByText('We’ll email you once')).toBeVisible()
  const reply = await (await page.request.get(`/api/v1/products/${_id}/stock`)).json()
  expect(reply.waiting).toEqual([{ size: 'M', count: 1 }])
  await shop.open(link)
  await page.getByRole('button', { name: 'No more emails about stock' }).click()
  await expect(page.getByText('We won’t email you about stock any more.')).toBeVisible()
})
