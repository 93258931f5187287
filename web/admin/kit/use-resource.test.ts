import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { useResource } from './use-resource.ts'

function renderResource(load: (id: string) => Promise<string>) {
  return renderHook(({ id }) => useResource({ id, load }), { initialProps: { id: 'a' } })
}

test('loads the data of an id', async () => {
  const { result } = renderResource(async (id) => `data of ${id}`)
  expect(result.current.data).toBeUndefined()
  await waitFor(() => expect(result.current.data).toBe('data of a'))
})

test('a late reply for a previous id is ignored', async () => {
  const replies = { a: Promise.withResolvers<string>(), b: Promise.withResolvers<string>() }
  const { result, rerender } = renderResource((id) => replies[id as 'a' | 'b'].promise)
  rerender({ id: 'b' })
  await act(async () => replies.b.resolve('b'))
  await act(async () => replies.a.resolve('a'))
  expect(result.current.data).toBe('b')
})

test('the data of another id is not shown while the new id loads', async () => {
  const { result, rerender } = renderResource((id) => (id === 'a' ? Promise.resolve('a') : new Promise(() => {})))
  await waitFor(() => expect(result.current.data).toBe('a'))
  rerender({ id: 'b' })
  expect(result.current.data).toBeUndefined()
})

test('an error is shown by its message, and a reload replaces it', async () => {
  const load = vi
    .fn<(id: string) => Promise<string>>()
    .mockRejectedValueOnce(new ApiError({ status: 404, body: { message: 'Not found.' } }))
  const { result } = renderResource(load)
  await waitFor(() => expect(result.current.error).toBe('Not found.'))
  load.mockResolvedValueOnce('data')
  act(() => result.current.reload())
  await waitFor(() => expect(result.current).toMatchObject({ data: 'data', error: undefined }))
})

test('a failed reload keeps the data', async () => {
  const load = vi.fn<(id: string) => Promise<string>>().mockResolvedValueOnce('data')
  const { result } = renderResource(load)
  await waitFor(() => expect(result.current.data).toBe('data'))
  load.mockRejectedValueOnce(new ApiError({ status: 503, body: { message: 'Not available.' } }))
  act(() => result.current.reload())
  await waitFor(() => expect(result.current).toMatchObject({ data: 'data', error: 'Not available.' }))
})

test('data of another reply can be set without loading', async () => {
  const load = vi.fn(async () => 'loaded')
  const { result } = renderResource(load)
  await waitFor(() => expect(result.current.data).toBe('loaded'))
  act(() => result.current.setData('set'))
  expect(result.current.data).toBe('set')
  expect(load).toHaveBeenCalledOnce()
})
