import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorAnswer } from '../../../api/fake-api.ts'
import { playSound } from './play-sound.ts'
import {
  build,
  clearPacking,
  click,
  first,
  number,
  onReload,
  printed,
  readAlert,
  readStatus,
  scan,
  scarf,
  second,
  serve,
  show,
  transitions,
} from './render-packing.tsx'

vi.mock('./play-sound.ts', () => ({ playSound: vi.fn() }))
vi.mock('../../../layout/store-config.ts', () => ({ useStoreConfig: () => ({ storeName: 'Loom & Lane', storePhone: '' }) }))

beforeEach(clearPacking)

test('all items are scanned, the order is packed once with its version, its label is printed, and the next order is shown', async () => {
  const calls = serve()
  await show()
  expect(screen.getByRole('button', { name: 'Packed' }).getAttribute('aria-disabled')).toBe('true')
  await click('Packed')
  await scan('ku-m')
  screen.getByRole('button', { name: /M.*Kurta.*1 of 2/ })
  await scan('KU-M')
  expect(readStatus()).toContain('Kurta, M: 2 of 2')
  await act(async () => {
    const button = screen.getByRole('button', { name: 'Packed' })
    fireEvent.click(button)
    fireEvent.click(button)
  })
  expect(transitions(calls).map(({ body }) => body)).toEqual([{ to: 'Packed', orders: [{ _id: 'id-1', version: 4 }] }])
  expect(number()).toBe('ORDER-2')
  expect(document.activeElement?.textContent).toBe('ORDER-2')
  expect(calls.find(({ route }) => route === 'POST /order/admin/print')?.body).toEqual({ numbers: ['ORDER-1'], issueInvoices: true })
  expect(window.print).toHaveBeenCalledTimes(1)
  screen.getByLabelText('Label of order ORDER-1')
  expect(onReload).toHaveBeenCalled()
})

test('a wrong code, and an item that is scanned too often, are refused with a sound', async () => {
  serve()
  await show([second])
  await scan('KU-M')
  expect(readAlert()).toBe('KU-M is not in this order.')
  expect(playSound).toHaveBeenLastCalledWith('refused')
  await scan('SC-L')
  expect([readAlert(), vi.mocked(playSound).mock.lastCall]).toEqual(['', ['ticked']])
  await scan('SC-L')
  expect(readAlert()).toBe('Scarf, L: all 1 are ticked already.')
  expect(playSound).toHaveBeenLastCalledWith('refused')
})

test('Enter after a code does not press the button that has the focus', async () => {
  serve()
  await show([first])
  screen.getByRole('button', { name: 'Skip' }).focus()
  const keys: KeyboardEvent[] = []
  document.addEventListener('keydown', (event) => keys.push(event))
  await scan('KU-M')
  expect(keys.map(({ defaultPrevented }) => defaultPrevented)).toEqual(Array(5).fill(true))
  screen.getByRole('button', { name: /M.*Kurta.*1 of 2/ })
})

test('a code that is typed into a field, or while a dialog is open, ticks nothing', async () => {
  serve()
  await show([second])
  screen.getByLabelText('Print when packed').focus()
  await scan('SC-L')
  screen.getByRole('button', { name: /L.*Scarf.*0 of 1/ })
})

test('the number of a complete order packs it', async () => {
  const calls = serve()
  await show([second])
  await scan('ORDER-2')
  expect(readAlert()).toBe('Not all items are ticked.')
  await click(/^Tick.*Scarf/)
  await scan('order-2')
  expect(transitions(calls)).toHaveLength(1)
})

test('a reload keeps the order at hand with its ticks', async () => {
  serve()
  const leave = await show()
  await click('Skip')
  await scan('SC-L')
  leave()
  await show()
  expect(number()).toBe('ORDER-2')
  screen.getByRole('button', { name: /L.*Scarf.*1 of 1/ })
  await click(/^One less/)
  screen.getByRole('button', { name: /L.*Scarf.*0 of 1/ })
})

test('an order with something missing comes at the end, and what is missing can be copied', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  serve()
  await show()
  await scan('KU-M')
  await click('Something is missing')
  expect(number()).toBe('ORDER-2')
  await click('Copy what is missing')
  expect(writeText).toHaveBeenCalledWith('1 × Kurta, M, SKU KU-M, shelf A2: ORDER-1')
  await click('Skip')
  expect(number()).toBe('ORDER-1')
  screen.getByText('1 missing')
})

test('what a packer must know is shown: notes, gift, exchange, delay, and what came back', async () => {
  serve()
  const item = { ...scarf, colour: 'Red', returned: 2, availableFrom: '2026-12-01' }
  const special = {
    note: 'Call first',
    notes: ['Fold it'],
    isGift: true as const,
    isExchange: true,
    isLate: true,
    problems: ['size' as const],
  }
  await show([{ ...build(1, item), ...special }])
  for (const text of ['Late', 'Exchange for returned items', 'Size to be confirmed', 'Red', 'Pre-order 1 Dec']) screen.getByText(text)
  for (const text of [/Call first/, /Fold it/, /^Gift: enclose/, /^Take it from the returns: 2/]) screen.getByText(text)
  expect(screen.getByRole('link', { name: 'Print gift slip' }).getAttribute('href')).toContain('kind=gift-slips')
})

test('a failed print says so, and can be repeated', async () => {
  let isBroken = true
  serve({ 'POST /order/admin/print': () => (isBroken ? errorAnswer({ status: 500 }) : { orders: [printed], missing: [] }) })
  await show([first])
  await scan('KU-M')
  await scan('KU-M')
  await click('Packed')
  await screen.findByText('ORDER-1 is packed, but could not be printed.')
  isBroken = false
  await click('Print again')
  expect(window.print).toHaveBeenCalledTimes(1)
})
