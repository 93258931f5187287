import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../../api/client.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { loadAllOrders, loadCardOrders, loadCodOrders } from './load-orders.ts'

vi.mock('../../session/call-signed-in.ts', () => ({ callSignedIn: vi.fn() }))

const reply = vi.mocked(callSignedIn as unknown as () => Promise<unknown>)
const cardOrders = { orders: ['a', 'b', 'c', 'd', 'e'] }

beforeEach(() => void reply.mockReset())

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

test('card orders are sliced, and the page count matches the slices', async () => {
  reply.mockResolvedValue(cardOrders)
  expect(await loadCardOrders(undefined)).toEqual({ orders: ['a', 'b'], page: 1, pages: 3, error: undefined })
  expect(await loadCardOrders('3')).toEqual({ orders: ['e'], page: 3, pages: 3, error: undefined })
})

test('cash-on-delivery orders have the server’s pages', async () => {
  reply.mockResolvedValue({ codorder: ['a'], total: 11 })
  expect(await loadCodOrders('2')).toEqual({ orders: ['a'], page: 2, pages: 2, error: undefined })
  expect(reply).toHaveBeenCalledWith('GET /cod/codOrder', { query: { page: 2 } }, expect.anything())
})

test('the list of all orders has the server’s pages', async () => {
  reply.mockResolvedValue({ orders: ['a'], total: 21 })
  expect(await loadAllOrders('3')).toEqual({ orders: ['a'], page: 3, pages: 3, error: undefined })
  expect(reply).toHaveBeenCalledWith('GET /order/mine', { query: { page: 3 } }, expect.anything())
})

test('a page past the last redirects to the last', async () => {
  reply.mockResolvedValue(cardOrders)
  const response = (await caught(loadCardOrders('9'))) as Response
  expect(response.headers.get('location')).toBe('/UserDashboard/myOrders/3')
})

test('a shopper without orders has one empty page', async () => {
  reply.mockResolvedValue({ orders: [] })
  expect(await loadCardOrders('1')).toEqual({ orders: [], page: 1, pages: 1, error: undefined })
})

test('a failure is returned as a text', async () => {
  reply.mockRejectedValue(new NetworkError('timeout'))
  expect(await loadCardOrders('1')).toMatchObject({ orders: [], error: 'Request timed out' })
  reply.mockRejectedValue(new ApiError({ status: 500, body: { message: 'details' } }))
  expect(await loadCodOrders('1')).toMatchObject({ orders: [], error: 'An error occurred while fetching data' })
})

test('an ended session is thrown', async () => {
  const ended = new ApiError({ status: 401, body: {} })
  reply.mockRejectedValue(ended)
  expect(await caught(loadCardOrders('1'))).toBe(ended)
})
