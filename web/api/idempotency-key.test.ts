import { expect, test, vi } from 'vitest'
import { clearIdempotencyKey, getIdempotencyKey } from './idempotency-key.ts'

const cart = { lines: [['tee', 'M', 1]], address: { city: 'Bengaluru' } }
const changed = { ...cart, lines: [['tee', 'M', 2]] }

/** Each test has its own storage key, because keys are also held in memory. */
const create = (storageKey: string) => (contents: object) => getIdempotencyKey({ storageKey, contents })

test('equal contents keep their key', () => {
  const getKey = create('equal')
  expect(getKey(structuredClone(cart))).toBe(getKey(cart))
})

test('changed contents get a new key, and so does the way back', () => {
  const getKey = create('changed')
  const first = getKey(cart)
  const second = getKey(changed)
  expect(second).not.toBe(first)
  expect(getKey(cart)).not.toBe(second)
})

test('after success the same contents get a new key', () => {
  const getKey = create('cleared')
  const first = getKey(cart)
  clearIdempotencyKey('cleared')
  expect(getKey(cart)).not.toBe(first)
})

test('the key survives a reload of the page', async () => {
  const key = create('reloaded')(cart)
  vi.resetModules()
  const reloaded = await import('./idempotency-key.ts')
  expect(reloaded.getIdempotencyKey({ storageKey: 'reloaded', contents: cart })).toBe(key)
})

test('invalid stored values are replaced', () => {
  sessionStorage.setItem('invalid', '{"contents":7}')
  const getKey = create('invalid')
  expect(getKey(cart)).toBe(getKey(cart))
})

test('without storage the key is kept in memory', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError')
  })
  const getKey = create('blocked')
  expect(getKey(cart)).toBe(getKey(cart))
})
