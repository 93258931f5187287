import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import Shipments from './shipments.tsx'

vi.mock('../../../session/call-signed-in.ts', () => ({ callSignedIn: vi.fn() }))

interface Entry {
  line: number
}
const callApi = vi.mocked(callSignedIn as unknown as (name: string, input: { body: { lines?: Entry[] } }) => Promise<object>)

const buildLine = (line: number) => {
  const names = { number: `AAAA-${1000 + line}`, courier: 'Delhivery', trackingNumber: `TEST${line}` }
  return {
    line,
    ...names,
    outcome: 'ready',
    message: 'The tracking number will be entered.',
    entry: { line, ...names, courier: 'delhivery', trackingUrl: null },
  }
}
const enter = ({ body }: { body: { lines?: Entry[] } }) => ({
  results: (body.lines ?? []).map(({ line }) => ({ line, outcome: 'entered', message: 'The tracking number is entered.' })),
})

beforeEach(() => void callApi.mockReset())

const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('what a lost connection has left is entered by pressing again', async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Shipments }])} />)
  callApi.mockResolvedValueOnce({ lines: Array.from({ length: 30 }, (_, index) => buildLine(index + 1)) })
  await press('Check the lines')
  callApi.mockImplementationOnce(async (_, input) => enter(input)).mockRejectedValueOnce(new NetworkError('network'))
  await press('Enter 30 lines')
  screen.getByText('30 lines: 25 entered, 5 ready.')
  callApi.mockImplementationOnce(async (_, input) => enter(input))
  await press('Enter 5 lines')
  screen.getByText('30 lines: 30 entered.')
  const sent = callApi.mock.calls.filter(([name]) => name === 'POST /shipments').map(([, { body }]) => body.lines?.length)
  expect(sent).toEqual([25, 5, 5])
  // Changed lines are to be checked again.
  await act(async () => void fireEvent.change(screen.getByLabelText('Lines'), { target: { value: 'AAAA-1001,Delhivery,TEST1' } }))
  expect(screen.queryByRole('heading', { name: 'Result' })).toBeNull()
})

test('refused lines stand above the others', async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Shipments }])} />)
  const refused = { outcome: 'refused', message: 'No order has this number.', entry: null }
  callApi.mockResolvedValueOnce({
    lines: [buildLine(1), buildLine(2), { ...buildLine(3), ...refused }, buildLine(4), { ...buildLine(5), ...refused }],
  })
  await press('Check the lines')
  const lines = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent)
  expect(lines).toEqual(['3', '5', '1', '2', '4'])
})
