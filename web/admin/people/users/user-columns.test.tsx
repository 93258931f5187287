import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Table } from '../../kit/table.tsx'
import { buildUserColumns, type ListedUser } from './user-columns.tsx'

const meera: ListedUser = { _id: '01a20676-1c4d-737a-a9a7-550fa273ee0d', name: 'Meera', role: 'user', createdAt: '2026-11-01T10:00:00Z' }

test('users whose names look alike differ by role and id', () => {
  const rows: ListedUser[] = [meera, { ...meera, _id: '01a20676-3573-7d60-a630-e0656ac249a9', role: 'admin' }]
  render(<Table label="Users" columns={buildUserColumns(() => {})} rows={rows} getKey={({ _id }) => _id} />)
  const [one, other] = screen.getAllByRole('row').slice(1)
  expect([one?.textContent, other?.textContent]).toEqual([
    expect.stringContaining('Meera user a273ee0d'),
    expect.stringContaining('Meera admin 6ac249a9'),
  ])
})
