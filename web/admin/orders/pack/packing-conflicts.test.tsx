import { act, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  build,
  clearPacking,
  click,
  first,
  move,
  number,
  readAlert,
  readStatus,
  scan,
  scarf,
  second,
  serve,
  show,
  showQueue,
  transitions,
} from './render-packing.tsx'

vi.mock('./play-sound.ts', () => ({ playSound: vi.fn() }))
vi.mock('../../../layout/store-config.ts', () => ({ useStoreConfig: () => ({ storeName: 'Loom & Lane', storePhone: '' }) }))

beforeEach(clearPacking)

test('a lost connection keeps the ticks, and the order can be packed again', async () => {
  let isOffline = true
  const calls = serve({ 'POST /order/admin/moves': () => (isOffline ? 'offline' : move({ _id: 'id-2', number: 'ORDER-2' })) })
  await show([second])
  await scan('SC-L')
  await click('Packed')
  expect(readAlert()).not.toBe('')
  expect(number()).toBe('ORDER-2')
  isOffline = false
  await click('Packed')
  screen.getByText('No orders to pack.')
  expect(transitions(calls)).toHaveLength(3)
})

test('an order that was cancelled or packed elsewhere is named, and the next one is shown', async () => {
  serve({ 'POST /order/admin/moves': () => move({ result: 'changed', message: 'x', orderStatus: 'Cancelled' }) })
  await show()
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  expect(readAlert()).toBe('ORDER-1 is Cancelled now. Put its items back.')
  expect(number()).toBe('ORDER-2')
  expect(window.print).not.toHaveBeenCalled()
})

test('an order that has changed keeps its ticks, and is packed with its new version', async () => {
  let result = 'changed'
  const calls = serve({ 'POST /order/admin/moves': () => move({ result, orderStatus: result === 'changed' ? 'Confirmed' : 'Packed' }) })
  const leave = await show([first])
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  expect(readAlert()).toBe('ORDER-1 has changed. Check it again, then press Packed.')
  result = 'moved'
  leave()
  await show([{ ...first, version: 5 }])
  screen.getByRole('button', { name: /M.*Kurta.*2 of 2/ })
  await click('Packed')
  expect(transitions(calls).at(-1)?.body).toEqual({ to: 'Packed', orders: [{ _id: 'id-1', version: 5 }] })
})

test('an order that cannot be packed says why, and stays', async () => {
  serve({ 'POST /order/admin/moves': () => move({ result: 'refused', message: 'The address is incomplete.', orderStatus: 'Confirmed' }) })
  await show([first])
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  expect(readAlert()).toBe('ORDER-1 is not packed: The address is incomplete.')
  expect(number()).toBe('ORDER-1')
})

test('an order that another table has open comes later, unless an item is ticked', async () => {
  const open = ({ body }: { body: unknown }) =>
    (body as { _id: string })._id === 'id-1'
      ? { orderStatus: 'Confirmed', opened: { by: 'Ravi', minutes: 2 } }
      : { orderStatus: 'Confirmed' }
  serve({ 'POST /order/admin/pack/open': open })
  await show()
  expect(number()).toBe('ORDER-2')
  expect(readStatus()).toContain('ORDER-1: Ravi has opened this order 2 min ago. It comes later.')
  await click('Skip')
  screen.getByText('Ravi has opened this order 2 min ago.')
})

test('what went wrong with an order is not replaced by what is said about the next one', async () => {
  const gone = { result: 'changed', message: 'x', orderStatus: 'Cancelled' }
  const open = ({ body }: { body: unknown }) =>
    (body as { _id: string })._id === 'id-2'
      ? { orderStatus: 'Confirmed', opened: { by: 'Ravi', minutes: 0 } }
      : { orderStatus: 'Confirmed' }
  serve({ 'POST /order/admin/moves': () => move(gone), 'POST /order/admin/pack/open': open })
  await show([first, second, build(3, scarf)])
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  expect(number()).toBe('ORDER-3')
  expect(readAlert()).toBe('ORDER-1 is Cancelled now. Put its items back.')
})

test('an order that stays at hand is claimed again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const calls = serve()
  await show([first])
  await act(() => vi.advanceTimersByTimeAsync(11 * 60_000))
  expect(calls.map(({ route, body }) => [route, (body as { _id: string })._id])).toEqual(
    Array(3).fill(['POST /order/admin/pack/open', 'id-1']),
  )
})

test('an answer about an order that is no longer at hand changes nothing', async () => {
  let answerFirst: (answer: object) => void = () => {}
  const open = ({ body }: { body: unknown }) =>
    (body as { _id: string })._id === 'id-1' ? new Promise<object>((resolve) => (answerFirst = resolve)) : { orderStatus: 'Confirmed' }
  serve({ 'POST /order/admin/pack/open': open })
  await show()
  await click('Skip')
  await act(async () => answerFirst({ orderStatus: 'Confirmed', opened: { by: 'Ravi', minutes: 2 } }))
  expect(number()).toBe('ORDER-2')
  expect(readStatus()).not.toContain('Ravi')
})

test('an order that leaves the queue while it is at hand is named', async () => {
  serve()
  await show()
  await showQueue([second])
  expect(readAlert()).toBe('ORDER-1 is no longer to be packed. Put its items back.')
  expect(number()).toBe('ORDER-2')
})

test('a packed order can be undone, and is at hand again', async () => {
  const calls = serve({ 'POST /order/admin/moves/undo': () => move({ orderStatus: 'Confirmed', version: 6 }) })
  await show()
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  await click(/^Undo/)
  expect(calls.at(-1)?.route).not.toBe('POST /order/admin/moves')
  expect(number()).toBe('ORDER-1')
  screen.getByRole('button', { name: /M.*Kurta.*0 of 2/ })
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  expect(transitions(calls).at(-1)?.body).toEqual({ to: 'Packed', orders: [{ _id: 'id-1', version: 6 }] })
})
