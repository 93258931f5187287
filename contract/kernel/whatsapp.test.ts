import { describe, expect, test } from 'vitest'
import { buildWhatsappUrl } from './whatsapp.ts'

describe('the address of a WhatsApp message', () => {
  test.each([
    '9876543210',
    '+91 98765 43210',
    '098765-43210',
    '0091 98765 43210',
    '919876543210',
    '९८७६५४३२१०',
    '\u202a98765\u00a043210\u202c',
  ])('has the ten digits of %j after 91', (phone) =>
    expect(buildWhatsappUrl({ phone, text: 'Hello' })).toBe('https://wa.me/919876543210?text=Hello'),
  )

  test.each(['', '12345', '5876543210', '022 2345 6789', '+1 415 555 2671', '98765432101', 'call me'])('does not exist for %j', (phone) =>
    expect(buildWhatsappUrl({ phone, text: 'Hello' })).toBeUndefined(),
  )

  test('gives back the message as it was written', () => {
    const text = 'Your order 7K3M-9QXT (₹1,598) & more: https://shop.example/order-tracking?token=a.b\nनमस्ते + 100%'
    const url = new URL(buildWhatsappUrl({ phone: '9876543210', text }) ?? '')
    expect([url.origin, url.pathname, url.searchParams.get('text')]).toEqual(['https://wa.me', '/919876543210', text])
  })
})
