import { area, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, Shop, test } from './shop.ts'

const path = `${area}/settings`

test('an owner previews own words for the front page before anybody else sees them', async ({ page, context }) => {
  const shop = await signInAdmin(page)
  await shop.open(`${path}/front-page`)
  await expectAccessible({ page, name: 'front page settings' })
  const headline = page.getByLabel(/^Headline/)
  await headline.fill('')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(headline).toBeFocused()
  await expect(page.getByText('Enter at least one line.')).toBeVisible()

  await headline.fill('Kurtas for\nslow mornings.')
  await page.getByRole('group', { name: 'Announcement' }).getByLabel(/^Text/).fill('Closed on Republic Day')
  const [preview] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name: 'Preview' }).click()])
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Kurtas for slow mornings.')
  await expect(preview.getByRole('complementary', { name: 'Announcement' })).toHaveText('Closed on Republic Day')
  await new Shop(preview).open('/buy')
  await expect(preview.getByRole('heading', { level: 1 })).not.toHaveText('Kurtas for slow mornings.')

  await expect(page.getByText('This is a draft: the shop does not show it yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await expect(headline).toHaveValue('Simple cuts,\nhonest fabrics,\nmade to last.')
})

test('of two administrators with the same settings the second keeps what was typed, and is told', { tag: '@nightly' }, async ({
  page,
  context,
}) => {
  const shop = await signInAdmin(page)
  await shop.open(`${path}/mails`)
  const other = await context.newPage()
  await new Shop(other).open(`${path}/mails`)
  await page.getByLabel(/^Greeting/).fill('Namaste,')
  await other.getByLabel(/^Greeting/).fill('Vanakkam,')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('This is a draft')).toBeVisible()
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByText('Someone else has changed these settings.')).toBeVisible()
  await expect(other.getByLabel(/^Greeting/)).toHaveValue('Vanakkam,')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('published by admin')).toBeVisible()
  await page.getByRole('button', { name: 'Take back the last publication' }).click()
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await expect(page.getByText('taken back by admin')).toBeVisible()
  await expect(page.getByLabel(/^Greeting/)).toHaveValue('')
})
