import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DocumentLinks } from './document-links.tsx'

const documents = [{ _id: 'd1', kind: 'invoice' as const, written: 'INV/26-27/000001', issuedAt: '2026-11-05T20:00:00.000Z', total: 799 }]

test('each document links to its file', () => {
  render(<DocumentLinks documents={documents} buildHref={(id) => `/files/${id}.pdf`} />)
  expect(screen.getByRole('link', { name: /^Tax invoice INV\/26-27\/000001/ }).getAttribute('href')).toBe('/files/d1.pdf')
  screen.getByText(/₹799$/)
})

test('without the link of a mail the documents are named only', () => {
  render(<DocumentLinks documents={documents} buildHref={undefined} />)
  expect(screen.queryByRole('link')).toBeNull()
  screen.getByText('Tax invoice INV/26-27/000001')
  screen.getByText(/behind the tracking link in our emails/)
})

test('nothing is shown for an order without documents', () => {
  const { container } = render(<DocumentLinks documents={undefined} buildHref={() => ''} />)
  expect(container.textContent).toBe('')
})
