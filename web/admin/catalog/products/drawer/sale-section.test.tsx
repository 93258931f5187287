import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../../api/fake-api.ts'
import { adminProduct, renderSection } from './render-section.tsx'
import { SaleSection } from './sale-section.tsx'

const user = userEvent.setup()
const product = adminProduct
const sale = { price: 599, startsAt: '2026-11-27T18:30:00.000Z', endsAt: '2026-11-29T18:29:00.000Z', isRunning: false }

test('a sale is planned in Indian time, shown, and dropped', async () => {
  const received = fakeApi({
    'GET /products/:id/prices': () => ({ product, lowestPrice: 749, sale: null }),
    'POST /products/:id/sale': () => ({ message: 'Sale planned', product, lowestPrice: 749, sale }),
    'DELETE /products/:id/sale': () => ({ message: 'Sale ended', product, lowestPrice: 749, sale: null }),
  })
  const { show } = renderSection(<SaleSection />)
  expect(await screen.findByText('Lowest price of the last 30 days: ₹749')).toBeTruthy()
  await user.type(screen.getByLabelText('Price during the sale (₹)'), '599')
  await user.type(screen.getByLabelText('Starts (optional)'), '2026-11-28T00:00')
  await user.type(screen.getByLabelText('Ends'), '2026-11-29T23:59')
  await user.click(screen.getByRole('button', { name: 'Start the sale' }))
  expect(await screen.findByText('Sale planned')).toBeTruthy()
  expect(received.at(-1)?.body).toEqual({ price: '599', startsAt: sale.startsAt, endsAt: sale.endsAt })
  expect(show).toHaveBeenCalledWith({ product })
  await user.click(screen.getByRole('button', { name: 'Drop the sale' }))
  expect(await screen.findByText('Sale ended')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Start the sale' })).toBeTruthy()
})

test('a running sale is compared with the days before it', async () => {
  fakeApi({
    'GET /products/:id/prices': () => ({
      lowestPrice: 749,
      sale: { ...sale, isRunning: true },
      product: { ...product, price: 599, regularPrice: 799 },
    }),
  })
  renderSection(<SaleSection />)
  expect(await screen.findByText('Lowest price of the 30 days before the sale: ₹749')).toBeTruthy()
  expect(screen.getByText(/instead of ₹799 from 28 Nov 2026, 00:00 to 29 Nov 2026, 23:59/)).toBeTruthy()
})

test('each mistake is shown at its field', async () => {
  // In the order of the server: the first field of the form is named last.
  const fields = { endsAt: 'Enter a date and a time.', price: 'The sale price must be lower than the price.' }
  fakeApi({
    'GET /products/:id/prices': () => ({ product, lowestPrice: 799, sale: null }),
    'POST /products/:id/sale': () =>
      Response.json({ code: 'invalid_request', message: 'Please check the marked fields.', fields }, { status: 400 }),
  })
  renderSection(<SaleSection />)
  await user.click(await screen.findByRole('button', { name: 'Start the sale' }))
  expect(await screen.findByText(fields.price)).toBeTruthy()
  expect(screen.getByText(fields.endsAt)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Price during the sale (₹)'))
})
