import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { OfferForm } from './offer-form.tsx'

async function addOffer(fields: Readonly<Record<string, string>>) {
  fakeApi({
    'POST /offers': () => errorAnswer({ status: 400, code: 'invalid_request', message: 'Please check the marked fields.', fields }),
  })
  render(
    <MemoryRouter>
      <OfferForm offer={undefined} choices={{ categories: [], collections: [] }} onSaved={vi.fn()} onEdit={vi.fn()}>
        {null}
      </OfferForm>
    </MemoryRouter>,
  )
  await userEvent.selectOptions(screen.getByLabelText('For'), 'Chosen products')
  await userEvent.click(screen.getByRole('button', { name: 'Add offer' }))
  for (const text of Object.values(fields)) await screen.findByText(text)
}

// A reply names the first field of the form last.
test('the first wrong field of a new offer gets the focus', async () => {
  await addOffer({ scope: 'Choose at least one product.', percent: 'Enter at most 90 %.', code: 'Use letters.' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Code/)))
})

test('the search for products gets the focus when only they are missing', async () => {
  await addOffer({ to: 'The end must be after the start.', scope: 'Choose at least one product.' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Search products to add')))
})

test('each kind of offer has the fields of its value, and a gift has no products to choose', async () => {
  const sent = fakeApi({ 'POST /offers': () => errorAnswer({ status: 400, code: 'invalid_request', fields: {} }) })
  render(
    <MemoryRouter>
      <OfferForm offer={undefined} choices={{ categories: [], collections: [] }} onSaved={vi.fn()} onEdit={vi.fn()}>
        {null}
      </OfferForm>
    </MemoryRouter>,
  )
  await userEvent.type(screen.getByLabelText('Title'), 'Three')
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Items for a fixed price')
  expect(screen.queryByLabelText('Percent')).toBeNull()
  await userEvent.type(screen.getByLabelText(/^Items/), '3')
  await userEvent.type(screen.getByLabelText('Price of these items together in rupees'), '₹1,499')
  await userEvent.click(screen.getByRole('button', { name: 'Add offer' }))
  await waitFor(() =>
    expect(sent[0]?.body).toMatchObject({ kind: 'fixed_price', buyItems: 3, setPrice: 1_499, percent: null, getItems: null }),
  )
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Free gift')
  expect([screen.queryByLabelText('For'), screen.queryByLabelText(/^Items/)]).toEqual([null, null])
  expect(screen.getByLabelText(/^Size of the gift/)).toBeTruthy()
})
