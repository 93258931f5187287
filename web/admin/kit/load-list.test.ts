import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../api/client.ts'
import { loadList } from './load-list.ts'

const loadPage = (page: number, load: () => Promise<{ totalPages?: number }>) =>
  loadList({
    page,
    search: new URLSearchParams('status=Placed'),
    buildLastHref: (last, params) => `/orders/${last}?${new URLSearchParams(params)}`,
    load,
  })

const failWith = (error: Error) => () => Promise.reject(error)

test('returns the list', async () => {
  expect(await loadPage(3, async () => ({ totalPages: 3 }))).toEqual({ list: { totalPages: 3 }, error: undefined })
})

test('a page past the last redirects to the last with its filters', async () => {
  const response: unknown = await loadPage(4, async () => ({ totalPages: 3 })).catch((thrown: unknown) => thrown)
  expect((response as Response).headers.get('location')).toBe('/orders/3?status=Placed')
})

test('an empty list has one page', async () => {
  expect(await loadPage(1, async () => ({ totalPages: 0 }))).toMatchObject({ error: undefined })
})

test('a failure is returned as a text', async () => {
  expect(await loadPage(1, failWith(new NetworkError('timeout')))).toEqual({ list: undefined, error: 'Request timed out' })
  expect(await loadPage(1, failWith(new TypeError('details')))).toEqual({
    list: undefined,
    error: 'An error occurred while fetching data',
  })
})

test('an ended session is thrown', async () => {
  const ended = new ApiError({ status: 401, body: {} })
  await expect(loadPage(1, failWith(ended))).rejects.toBe(ended)
})
