import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { fakeApi } from '../../../../api/fake-api.ts'
import { adminProduct } from '../drawer/render-section.tsx'
import { DeleteProduct } from './delete-product.tsx'

const user = userEvent.setup()

function renderDialog() {
  const onDeleted = vi.fn()
  render(<DeleteProduct product={adminProduct} onClose={vi.fn()} onDeleted={onDeleted} />)
  return onDeleted
}

test('a product that could not be deleted stays, and one that is gone counts as deleted', async () => {
  let status = 500
  fakeApi({ 'DELETE /products/:id': () => Response.json({ code: 'x', message: 'x' }, { status }) })
  const onDeleted = renderDialog()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(screenTexts.deleteFailed)).toBeTruthy()
  expect(onDeleted).not.toHaveBeenCalled()
  status = 404
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1)
})

test('a product is archived in its version, and a refusal is said in the dialog', async () => {
  let text: string | undefined = 'Somebody else has changed this product.'
  const received = fakeApi({
    'POST /products/:id/status': () =>
      text === undefined ? { message: 'Archived', product: adminProduct } : Response.json({ code: 'x', message: text }, { status: 409 }),
  })
  const onDeleted = renderDialog()
  const archive = () => user.click(screen.getByRole('button', { name: 'Archive instead' }))
  await archive()
  expect(await screen.findByText(text)).toBeTruthy()
  text = undefined
  await archive()
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1)
  expect(received.at(-1)?.body).toEqual({ version: adminProduct.version, status: 'archived' })
})
