import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ListContent } from './list-frame.tsx'
import { readListRows } from './list-rows.tsx'

const HydrateFallback = () => null

function show({ totalPages = 3, page = 2 }: { totalPages?: number; page?: number } = {}) {
  const loaded: (number | undefined)[] = []
  const list = (
    <ListContent
      label="Orders"
      columns={[{ head: 'Name', cell: () => 'Asha' }]}
      rows={[{ _id: '1' }]}
      error={undefined}
      empty={null}
      page={page}
      totalPages={totalPages}
      rowsPerPage={7}
      buildPageHref={(number) => (number > 1 ? `/list/${number}` : '/list')}
    />
  )
  const loader = () => {
    loaded.push(readListRows())
    return null
  }
  const router = createMemoryRouter([{ path: '/list/:page?', loader, HydrateFallback, element: list }], { initialEntries: ['/list/2'] })
  render(<RouterProvider router={router} />)
  return { router, loaded }
}

test('a list shows as many rows as were chosen, from its first page, and remembers it', async () => {
  const { router, loaded } = show()
  const select = await screen.findByLabelText<HTMLSelectElement>('Rows per page')
  expect([...select.options].map(({ value }) => value)).toEqual(['7', '25', '50'])
  await userEvent.selectOptions(select, '25')
  await expect.poll(() => router.state.location.pathname).toBe('/list')
  expect(loaded).toEqual([undefined, 25])
  await userEvent.selectOptions(select, '50')
  await expect.poll(() => loaded).toEqual([undefined, 25, 50])
  await userEvent.selectOptions(select, '7')
  await expect.poll(() => loaded).toEqual([undefined, 25, 50, undefined])
})

test('a list on one page has the chooser only where more rows were chosen', async () => {
  show({ totalPages: 1 })
  await screen.findByText('Asha')
  expect(screen.queryByLabelText('Rows per page')).toBeNull()
})

test('what else is stored counts as no choice', () => {
  for (const value of ['"50"', '1000', 'x']) {
    localStorage.setItem('listRows', value)
    expect(readListRows()).toBeUndefined()
  }
})
