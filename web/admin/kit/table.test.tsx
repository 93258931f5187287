import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { type Column, Table } from './table.tsx'

const columns: readonly Column<{ readonly name: string }>[] = [
  {
    head: 'Name',
    cell: ({ name }) => (
      <a href={`#${name}`} data-opens-row="">
        {name}
      </a>
    ),
  },
  { head: 'Stock', cell: () => '7 pieces' },
  { head: 'Actions', cell: () => <button type="button">Delete</button> },
]

function Screen() {
  const { pathname } = useLocation()
  return <Table label={pathname} columns={columns} rows={[{ name: 'tee' }]} getKey={({ name }) => name} />
}

beforeEach(() => {
  window.location.hash = ''
  render(
    <MemoryRouter>
      <Routes>
        <Route path="*" element={<Screen />} />
      </Routes>
    </MemoryRouter>,
  )
})

test('a click beside the controls of a row opens it', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(window.location.hash).toBe('')
  await userEvent.click(screen.getByText('7 pieces'))
  expect(window.location.hash).toBe('#tee')
})

test('text that is marked does not open its row', async () => {
  const cell = screen.getByText('7 pieces')
  window.getSelection()?.selectAllChildren(cell)
  cell.click()
  expect(window.location.hash).toBe('')
})
