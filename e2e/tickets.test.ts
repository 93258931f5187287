import { randomUUID } from 'node:crypto'
import { expectAccessible } from './expect-accessible.ts'
import { readMail } from './read-mail.ts'
import { expect, Shop, test } from './shop.ts'

test('a guest writes, an administrator answers and settles, and the guest opens the message again', async ({ shop, page, browser }) => {
  const email = `${randomUUID()}@example.com`
  await shop.open('/contact')
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('What is it about?').selectOption('A complaint')
  await page.getByLabel('Message').fill('My tee has a hole.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your message' })).toBeFocused()
  const number = (await page.getByText(/^T-\d+$/).textContent()) ?? ''

  await page.getByRole('link', { name: 'See your message and our replies' }).click()
  await expect(page.getByLabel('Number')).toHaveValue(number)
  await page.getByLabel('Email').fill('somebody@example.com')
  await page.getByRole('button', { name: 'Find message' }).click()
  await expect(page.getByText('No message has this number and email address.')).toBeVisible()
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByRole('button', { name: 'Find message' }).click()
  await expect(page.getByRole('heading', { name: 'Received' })).toBeFocused()
  await expect(page.getByText('To read the messages and to write more, open the link in our email.')).toBeVisible()
  await expect(page.getByText('My tee has a hole.')).toBeHidden()
  const received = `We have received your message: ${number}`
  await shop.open(await readMail({ to: email, subject: received, pattern: /\/ticket\?token=[\w.-]+/ }))
  await page.getByLabel('Your reply').fill('It is on the left sleeve.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Your reply is on its way to us.')).toBeVisible()
  await expectAccessible({ page, name: 'a ticket' })

  const context = await browser.newContext({ baseURL: process.env.SHOP_URL ?? '' })
  const admin = await context.newPage()
  await admin.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  await new Shop(admin).open(`/AdminDashboardWrapper/tickets?q=${number}`)
  await admin.getByRole('link', { name: number }).click()
  const drawer = admin.getByRole('dialog', { name: number })
  await expect(drawer.getByText('It is on the left sleeve.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(drawer.getByText('The ticket is acknowledged.')).toBeVisible()
  await drawer.getByLabel('Your answer').fill('We send you a new one.')
  await expectAccessible({ page: admin, name: 'the drawer of a ticket' })
  await drawer.getByRole('button', { name: 'Send the answer' }).click()
  await expect(drawer.getByRole('listitem').filter({ hasText: 'We send you a new one.' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Settle' }).click()
  await expect(drawer.getByText('The ticket is settled.')).toBeVisible()

  await shop.open(await readMail({ to: email, subject: `Our answer to your message: ${number}`, pattern: /\/ticket\?token=[\w.-]+/ }))
  await expect(page.getByRole('heading', { name: 'Settled' })).toBeVisible()
  await expect(page.getByText('We send you a new one.')).toBeVisible()
  await page.getByLabel('Your reply').fill('The new one has a hole, too.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()

  // The administrator has not seen the reply.
  await drawer.getByLabel('Your answer').fill('Enjoy it.')
  await drawer.getByRole('button', { name: 'Send the answer' }).click()
  await expect(drawer.getByText('This ticket has changed in the meantime.')).toBeVisible()
  await expect(drawer.getByText('The new one has a hole, too.')).toBeVisible()
  await expect(drawer.getByLabel('Your answer')).toHaveValue('Enjoy it.')
  await context.close()
})

test('a shopper opens a message from the account page', { tag: '@nightly' }, async ({ shopper: shop, page }) => {
  const data = { name: 'Asha', replyTo: `${randomUUID()}@example.com`, message: 'Do you have it in green?', kind: 'question' }
  const { ticket } = await (await page.request.post('/api/v1/contact', { data })).json()
  await shop.open('/UserDashboard/account')
  const messages = page.getByRole('region', { name: 'Your messages' })
  await expectAccessible({ page, name: 'the account page with messages' })
  await messages.getByRole('link', { name: ticket }).click()
  await expect(page.getByRole('list', { name: 'Messages' }).getByText('Do you have it in green?')).toBeVisible()
})
