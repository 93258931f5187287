import { beforeEach, expect, test, vi } from 'vitest'
import { countStep } from './count-step.ts'

const sendBeacon = vi.fn((_url: string, _body: Blob) => true)
beforeEach(() => {
  sessionStorage.clear()
  sendBeacon.mockClear()
  Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon, configurable: true })
})
const readSent = () => Promise.all(sendBeacon.mock.calls.map(async ([url, body]) => [url, JSON.parse(await body.text())]))

test('each step of a visit is sent once, each page of a product always', async () => {
  countStep('product', 'a')
  countStep('product', 'b')
  countStep('checkout')
  countStep('cart')
  countStep('checkout')
  expect(await readSent()).toEqual([
    ['/api/v1/track/step', { step: 'product', after: 'visit', product: 'a' }],
    ['/api/v1/track/step', { step: 'product', after: 'product', product: 'b' }],
    ['/api/v1/track/step', { step: 'checkout', after: 'product' }],
  ])
})

test('a browser that refuses the storage shows its pages', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('denied')
  })
  countStep('cart')
  expect(sendBeacon).not.toHaveBeenCalled()
})
