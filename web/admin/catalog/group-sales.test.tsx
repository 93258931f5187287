import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { errorAnswer, type FakeAnswer, fakeApi } from '../../api/fake-api.ts'
import { GroupSales } from './group-sales.tsx'

const sale = { _id: 's1', percent: 20, startsAt: '2026-11-20T04:30:00Z', endsAt: '2026-12-01T04:30:00Z', products: 9 }

async function show({ listed, started }: { listed: readonly object[][]; started?: FakeAnswer }) {
  const lists = [...listed]
  const calls = fakeApi({
    'GET /products/admin/group-sales': () => ({ sales: (lists.length > 1 ? lists.shift() : lists[0]) ?? [] }),
    'POST /products/admin/group-sales': () => started ?? errorAnswer({ status: 500 }),
    'DELETE /products/admin/group-sales/:id': () => ({ message: 'Sale ended' }),
  })
  render(<GroupSales group={{ kind: 'category', key: 'TEE' }} />)
  await screen.findByRole('button', { name: 'Start the sale' })
  return { user: userEvent.setup(), sent: () => calls.filter(({ route }) => !route.startsWith('GET')) }
}

test('a sale without an end or with too many per cent is not sent', async () => {
  const { user, sent } = await show({ listed: [[]] })
  const percent = screen.getByLabelText(/Per cent off/)
  await user.clear(percent)
  await user.type(percent, '91')
  await user.click(screen.getByRole('button', { name: 'Start the sale' }))
  screen.getByText('Enter a whole number from 1 to 90.')
  screen.getByText('Enter a date and a time.')
  expect(sent()).toEqual([])
})

test('a started sale is listed, with the number of products that were left out', async () => {
  const { user, sent } = await show({ listed: [[], [sale]], started: { message: 'Sale started', sale: { ...sale, skipped: 1 } } })
  await user.type(screen.getByLabelText(/Ends/), '2026-12-01T10:00')
  await user.click(screen.getByRole('button', { name: 'Start the sale' }))
  expect((await screen.findByText(/^Sale started/)).textContent).toBe(
    'Sale started for 9 products. 1 product left out, because of another sale or a low price.',
  )
  await screen.findByText('20 % off')
  expect(sent()[0]?.body).toEqual({ kind: 'category', key: 'TEE', percent: 10, endsAt: '2026-12-01T04:30:00.000Z' })
})

test('a sale is ended for all its products', async () => {
  const { user, sent } = await show({ listed: [[sale], []] })
  await user.click(await screen.findByRole('button', { name: 'End for all' }))
  await screen.findByText('Sale ended')
  expect(screen.queryByText('20 % off')).toBeNull()
  expect(sent()).toHaveLength(1)
})
