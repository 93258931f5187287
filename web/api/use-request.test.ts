import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NetworkError } from './client.ts'
import { useRequest } from './use-request.ts'

test('a second request is not sent while one is running, and the next one takes its error away', async () => {
  const { result } = renderHook(useRequest)
  const first = Promise.withResolvers<void>()
  const send = vi.fn(() => first.promise)
  let done: Promise<unknown> = Promise.resolve()
  act(() => {
    done = Promise.all([result.current.run(send), result.current.run(send)])
  })
  expect(result.current.busy).toBe(true)
  await act(async () => {
    first.reject(new NetworkError('network'))
    await done
  })
  expect(send).toHaveBeenCalledOnce()
  expect(result.current).toMatchObject({ busy: false, error: new NetworkError('network').message })
  await act(() => result.current.run(async () => undefined))
  expect(result.current).toMatchObject({ busy: false, error: undefined })
})
