import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { misfitTexts, type ReturnedProduct } from '#contract/returns/returns-by-size.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { MisfitOffer } from './returns-by-size.tsx'

const counts = { sent: 10, returned: 3, tooSmall: 3, tooLarge: 0, refunded: 3, kept: 7 }
const product: ReturnedProduct = {
  ...counts,
  _id: 'p1',
  name: 'Palash Kurta',
  misfit: 'small',
  details: { fabric: 'Cotton', fit: 'Regular' },
  detailsVersion: 4,
  sizes: [{ ...counts, size: 'M' }],
}

let offered = product
const Offer = () => <MisfitOffer product={offered} />

function renderOffer(shown: Partial<ReturnedProduct> = {}) {
  offered = { ...product, ...shown }
  const Stub = createRoutesStub([{ path: '/', Component: Offer }])
  render(<Stub />)
}

test('the fit is written with the other details, as they were seen', async () => {
  const answer = Promise.withResolvers<object>()
  const calls = fakeApi({ 'PATCH /products/:id/details': () => answer.promise })
  renderOffer()
  await screen.findByText('Its page says: “Regular”')
  await userEvent.dblClick(screen.getByRole('button', { name: 'Show on its page for Palash Kurta' }))
  answer.resolve({ message: 'Details saved', details: {}, detailsVersion: 5 })
  await screen.findByText('Details saved')
  expect(calls.map(({ body }) => body)).toEqual([{ version: 4, details: { fabric: 'Cotton', fit: misfitTexts.small } }])
})

test('details that changed meanwhile are not replaced', async () => {
  fakeApi({ 'PATCH /products/:id/details': () => errorAnswer({ status: 409, message: 'These details have changed.' }) })
  renderOffer({ misfit: 'large' })
  await userEvent.click(await screen.findByRole('button', { name: 'Show on its page for Palash Kurta' }))
  await screen.findByText('These details have changed.')
})

test('nothing is offered where it is shown already, or where nothing is known', async () => {
  renderOffer({ details: { fit: misfitTexts.small } })
  await screen.findByText(`Its page says: “${misfitTexts.small}”`)
  renderOffer({ misfit: null })
  expect(screen.queryByRole('button')).toBeNull()
})
