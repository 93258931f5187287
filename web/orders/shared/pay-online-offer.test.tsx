import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PayOnlineOffer } from './pay-online-offer.tsx'

test.each([
  [80, 'Pay online now and save ₹80'],
  [79.5, 'Pay online now and save ₹79.50'],
  [undefined, 'Pay online now'],
])('with a saving of %s the link is: %s', (saving, name) => {
  render(<PayOnlineOffer link="/o/x" saving={saving} />, { wrapper: MemoryRouter })
  expect(screen.getByRole<HTMLAnchorElement>('link', { name }).pathname).toBe('/o/x')
})
