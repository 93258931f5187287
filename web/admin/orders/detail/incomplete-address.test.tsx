import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { IncompleteAddress } from './order-address.tsx'

test('the link by which the shopper completes the address is copied with its origin', async () => {
  const user = userEvent.setup()
  render(<IncompleteAddress link="/o/x" />)
  screen.getByText('Address incomplete')
  await user.click(screen.getByRole('button', { name: 'Copy the address link' }))
  expect((await screen.findByRole('status')).textContent).toContain('Copied')
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/o/x`)
})
