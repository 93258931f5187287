import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../../../../api/client.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { adminProduct, renderSection } from './render-section.tsx'
import { StockSection } from './stock-section.tsx'

vi.mock('../../../../session/call-signed-in.ts', () => ({ callSignedIn: vi.fn() }))

interface StockRequest {
  readonly headers: { readonly 'idempotency-key': string }
  readonly body: object
}

const changeStock = vi.mocked(callSignedIn as unknown as (name: string, input: StockRequest) => Promise<unknown>)
let card: ReturnType<typeof renderSection>
const user = userEvent.setup()

beforeEach(() => {
  changeStock.mockReset()
  card = renderSection(<StockSection />, { product: { ...adminProduct, stock: 9 } })
})

const submit = () => user.click(screen.getByRole('button', { name: 'Change stock' }))

async function fill({ change }: { change: string }) {
  await user.type(screen.getByLabelText('Change'), change)
  await user.type(screen.getByLabelText('Reason'), 'Counted')
}

const sentKeys = () => changeStock.mock.calls.map(([, input]) => input.headers['idempotency-key'])

test('sends the change with its cause and reason', async () => {
  changeStock.mockResolvedValue({ message: 'Saved', movements: [] })
  await fill({ change: '-4' })
  screen.getByText('New stock: 5')
  await submit()
  expect(changeStock.mock.calls[0]?.[1].body).toEqual({ change: -4, cause: 'correction', note: 'Counted' })
  expect(card.show).toHaveBeenCalledWith({ movements: [] })
  screen.getByText('Saved')
})

test.each(['0', 'two', '1.5'])('the change %s is not sent', async (change) => {
  await fill({ change })
  await submit()
  screen.getByText('Enter a change such as 12 or -3.')
  expect(changeStock).not.toHaveBeenCalled()
})

test('a retry after a lost reply has the same key', async () => {
  changeStock.mockRejectedValue(new NetworkError('network'))
  await fill({ change: '2' })
  await submit()
  await submit()
  expect(sentKeys()).toHaveLength(2)
  expect(new Set(sentKeys()).size).toBe(1)
})

test('a retry after a refusal or with another change has a new key', async () => {
  changeStock.mockRejectedValueOnce(new ApiError({ status: 409, body: { message: 'The stock is lower than that.' } }))
  changeStock.mockRejectedValue(new NetworkError('network'))
  await fill({ change: '-2' })
  await submit()
  screen.getByText('The stock is lower than that.')
  await submit()
  await user.type(screen.getByLabelText('Change'), '1')
  await submit()
  expect(new Set(sentKeys()).size).toBe(3)
})
