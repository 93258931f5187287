import { expect, test } from 'vitest'
import { findOrderPage } from './former-order-pages.ts'

const token = 'track.019a0000-0000-7000-8000-000000000000.0.20799.a-b_c'

test.each(['confirm-order', 'pay-order', 'complete-address', 'return-items', 'refund-details', 'add-order', 'order-tracking'])(
  'an old link to /%s leads to the page of its order',
  (page) => {
    expect(findOrderPage(`/${page}?token=${token}`)).toBe(`/o/${token}`)
    expect(findOrderPage(`/${page.toUpperCase()}/?token=${encodeURIComponent(token)}`)).toBe(`/o/${token}`)
  },
)

test.each([
  ['/confirm-order', '/order-tracking'],
  ['/pay-order?token=', '/order-tracking'],
  ['/pay-order?token=a.b&status=paid', '/o/a.b?status=paid'],
  ['/UserDashboard/order-tracking?token=a.b', '/o/a.b'],
  ['/order-tracking', undefined],
  ['/order-tracking?number=7K3M-9QXT', undefined],
  ['/order-tracking?token=', undefined],
  ['/UserDashboard/confirm-order?token=a.b', undefined],
  ['//confirm-order?token=a.b', undefined],
  ['/product/confirm-order?token=a.b', undefined],
  ['/confirm-order?token=%2F%2Fevil.example%2F%3Fa%0D%0A', '/o/%2F%2Fevil.example%2F%3Fa%0D%0A'],
  ['/confirm-order?token=%ED%A0%80', '/o/%EF%BF%BD%EF%BF%BD%EF%BF%BD'],
  [`/confirm-order?token=${'a'.repeat(5_000)}`, `/o/${'a'.repeat(200)}`],
])('%s leads to %s', (url, location) => {
  expect(findOrderPage(url)).toBe(location)
})
