import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { test } from 'vitest'
import { errorAnswer, type FakeAnswer, fakeApi } from '../../api/fake-api.ts'
import GuestPaymentResult from './guest-payment-result.tsx'

test.each<[string, FakeAnswer, string, string, string]>([
  ['does not exist', errorAnswer({ status: 404, code: 'not_found' }), 'x', 'Your payment', 'Contact us'],
  ['failed', { status: 'failed', order: null, message: null, paymentId: null }, 'x', 'Payment Failed', 'Back to cart'],
  ['was not made', 'offline', '', 'Not paid yet', 'I have not paid: back to cart'],
])('a payment that %s says so and leads on', async (_what, answer, token, title, link) => {
  fakeApi({ 'POST /guest/payment': () => answer })
  const Stub = createRoutesStub([{ path: '/payment-result', Component: GuestPaymentResult }])
  render(<Stub initialEntries={[`/payment-result?token=${token}`]} />)
  await screen.findByRole('heading', { name: title })
  screen.getByRole('link', { name: link })
})
