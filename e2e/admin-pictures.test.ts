import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { area, createSuffix, fillProduct, picture, screens, signInAdmin } from './admin-page.ts'
import { expect, test } from './shop.ts'

// Tracing fetches large previews again, which the content security policy blocks with a console error.
test.use({ trace: 'off' })

for (const [screen, viewport] of screens) {
  test.describe(screen, () => {
    test.use({ viewport })

    test('an invalid picture shows an error at its field and keeps the input', async ({ page }, info) => {
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
  })
}
