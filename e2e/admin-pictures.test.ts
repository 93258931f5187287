import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { area, createProduct, createSuffix, deleteMadeProducts, fillProduct, picture, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

// Tracing fetches large previews again, which the content security policy blocks with a console error.
test.use({ trace: 'off' })

test('an invalid picture shows an error at its field and keeps the input', { tag: '@nightly' }, async ({ page }, info) => {
  const shop = await signInAdmin(page)
  const name = `Refused Tee ${createSuffix()}`
  await shop.open(`${area}/ListProduct`)
  await fillProduct(page, name)
  const field = page.getByLabel('Image')
  const add = page.getByRole('button', { name: 'Add product' })
  await add.click()
  await expect(field).toHaveAccessibleDescription(/Please select an image/)
  const { buffer } = await picture()
  const noise = await sharp(Buffer.alloc(900 * 900, 'cloth and thread'), { raw: { width: 900, height: 900, channels: 1 } })
    .jpeg()
    .toBuffer()
  const flood = await sharp(Buffer.alloc(8_000 * 8_000), { raw: { width: 8_000, height: 8_000, channels: 1 } })
    .png()
    .toBuffer()
  for (const [fileName, file, message] of [
    ['drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'Please select a PNG, JPG, GIF or WebP image.'],
    ['half.jpg', noise.subarray(0, noise.length / 3), 'This image is damaged or incomplete.'],
    ['flood.png', flood, 'This image has more than 50 megapixels. Please make it smaller first.'],
    ['large.png', Buffer.concat([buffer, Buffer.alloc(26 * 1024 * 1024)]), 'Image is too large'],
  ] as const) {
    // From the disk: Playwright is slow to transfer large buffers.
    const path = info.outputPath(fileName)
    await writeFile(path, file)
    await field.setInputFiles(path)
    await add.click()
    const dialog = page.getByRole('alertdialog', { name: 'Error!' })
    await expect(dialog).toContainText(message)
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect(field).toHaveAccessibleDescription(new RegExp(message))
  }
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await field.setInputFiles(await picture())
  await add.click()
  await expect(page.getByRole('status').filter({ hasText: `${name} was added.` })).toBeVisible()
})

test('a wide photo is cropped around a focal point that the keyboard and the pointer move', { tag: '@nightly' }, async ({ page }, info) => {
  const shop = await signInAdmin(page)
  const name = `Wide Tee ${createSuffix()}`
  const stripe = (background: string, left: number) => ({
    input: { create: { width: 400, height: 800, channels: 3 as const, background } },
    left,
    top: 0,
  })
  const path = info.outputPath('wide.png')
  await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#20a020' } })
    .composite([stripe('#c02020', 0), stripe('#2020c0', 1200)])
    .png()
    .toFile(path)
  await shop.open(`${area}/ListProduct`)
  await fillProduct(page, name)
  await page.getByLabel('Image').setInputFiles(path)
  const slider = page.getByRole('slider', { name: 'Crop, from left to right' })
  await expect(slider).toHaveValue('50')
  await slider.focus()
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Add product' }).click()
  await page.getByRole('link', { name: 'View product' }).click()
  const drawer = page.getByRole('dialog', { name })
  await drawer.getByRole('button', { name: 'Edit picture 1' }).click()
  await expect(drawer.getByRole('slider')).toHaveValue('20')
  const frame = drawer.locator('[data-crop]')
  await frame.locator('..').scrollIntoViewIfNeeded()
  const before = await frame.boundingBox()
  const photo = await frame.locator('..').boundingBox()
  if (!before || !photo) throw new Error('The photo is shown.')
  expect(before.x).toBeCloseTo(photo.x, 0)
  expect(before.width / before.height).toBeCloseTo(0.8, 1)
  await page.mouse.move(before.x + 5, before.y + 5)
  await page.mouse.down()
  await page.mouse.move(photo.x + photo.width - 5, photo.y + 5, { steps: 3 })
  await page.mouse.up()
  await expect(drawer.getByRole('slider')).toHaveValue('80')
  await drawer.getByRole('button', { name: 'Save picture' }).click()
  await expect(drawer.getByText('Picture saved')).toBeInViewport()
  const saved = page.getByRole('row').filter({ hasText: name }).locator('img')
  await expect(saved).toHaveAttribute('src', /-focus-80-50\/800\.webp$/)
})

test('an administrator adds pictures to a product, and a shopper swipes and enlarges them', async ({ page, shop }) => {
  const admin = await signInAdmin(page)
  const { _id, name } = await createProduct(page.request)
  await admin.open(`${area}/payment?open=${_id}`)
  const drawer = page.getByRole('dialog', { name })
  const file = await picture()
  await drawer.getByLabel('Add pictures').setInputFiles([
    { ...file, name: 'back.png' },
    { ...file, name: 'hem.png' },
  ])
  await expect(drawer.getByText('Picture 3')).toBeVisible()
  await drawer.getByRole('button', { name: 'Edit picture 3' }).click()
  await drawer.getByLabel(/^Text for those who do not see/).fill('The hem')
  await expectAccessible({ page, name: 'the pictures of a product' })
  await drawer.getByRole('button', { name: 'Save picture' }).click()
  await expect(drawer.getByText('Picture saved')).toBeVisible()
  await drawer.getByRole('button', { name: 'Move picture 3 up' }).click()
  await expect(drawer.getByText('Picture 3 is now picture 2 of 3.')).toBeVisible()
  await page.context().clearCookies()
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.open(`/product/${_id}`)
  const second = page.getByRole('link', { name: 'Picture 2 of 3' })
  await second.click()
  await expect(second).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Enlarge the image of The hem' }).click()
  const zoom = page.getByRole('dialog', { name })
  await expect(zoom.getByRole('img', { name: 'The hem' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(zoom.getByRole('status')).toHaveText('Picture 3 of 3')
  await expectAccessible({ page, name: 'an enlarged picture of several' })
})
