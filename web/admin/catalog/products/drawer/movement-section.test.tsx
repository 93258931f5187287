import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StockMovement } from '#contract/inventory/stock.ts'
import { MovementSection } from './movement-section.tsx'
import { renderSection } from './render-section.tsx'

const correction: StockMovement = {
  _id: 'm2',
  movedAt: '2026-11-20T10:00:00.000Z',
  cause: 'correction',
  isSold: false,
  size: null,
  order: null,
  change: -4,
  stockAfter: 5,
  note: 'Moths in the store room',
  actor: 'admin',
}

test('each stock change is listed with its reason, who made it, the change and the stock after it', () => {
  const sale: StockMovement = {
    ...correction,
    _id: 'm1',
    cause: 'sale',
    size: 'M',
    order: { _id: 'o1', number: '7K3M-9QXT' },
    note: '',
    actor: '',
  }
  renderSection(<MovementSection />, { movements: [correction, { ...sale, change: 2, stockAfter: 9 }] })
  const rows = screen.getAllByRole('row').map((row) => [...row.querySelectorAll('td')].slice(1).map(({ textContent }) => textContent))
  expect(rows).toEqual([[], ['Delivery or count Moths in the store room · admin', '−4', '5'], ['Sale, size M 7K3M-9QXT', '+2', '9']])
})
