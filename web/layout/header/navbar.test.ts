import { expect, test } from 'vitest'
import { findCurrentLink } from './navbar.tsx'

const links = ['UserData', 'OrderDetail', 'Payment'].map((name) => ({ label: name, to: `/AdminDashboardWrapper/${name}` }))

test.each([
  ['/AdminDashboardWrapper/OrderDetail', 'OrderDetail'],
  ['/AdminDashboardWrapper/orderdetail/', 'OrderDetail'],
  ['/AdminDashboardWrapper/payment', 'Payment'],
  ['/AdminDashboardWrapper', 'UserData'],
  ['/AdminDashboardWrapper/privacy', 'UserData'],
  ['/AdminDashboardWrapper/PaymentPlans', 'UserData'],
])('on %s the current link is %s', (pathname, name) => {
  expect(findCurrentLink({ links, pathname })).toBe(`/AdminDashboardWrapper/${name}`)
})

test('without links there is no current one', () => {
  expect(findCurrentLink({ links: [], pathname: '/buy' })).toBeUndefined()
})
