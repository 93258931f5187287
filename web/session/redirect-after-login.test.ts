import { describe, expect, it } from 'vitest'
import { loginHref } from './login-href.ts'
import { parseLocalPath, safeRedirect } from './redirect-after-login.ts'

describe('the page after signing in', () => {
  it.each(['/UserDashboard/cart', '/UserDashboard/product/2?sort=price-asc#listing', '/buy'])('can be %s', (path) => {
    expect(parseLocalPath(path)).toBe(path)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    ' /buy',
    '',
  ])('cannot be %j', (text) => {
    expect(parseLocalPath(text)).toBeUndefined()
  })

  it('is the requested page if the role may see it', () => {
    expect(safeRedirect({ role: 'user', to: '/UserDashboard/cart' })).toBe('/UserDashboard/cart')
    expect(safeRedirect({ role: 'admin', to: '/admindashboardwrapper/payment' })).toBe('/admindashboardwrapper/payment')
  })

  it('is the home of the role otherwise', () => {
    expect(safeRedirect({ role: 'user', to: null })).toBe('/UserDashboard')
    expect(safeRedirect({ role: 'admin', to: null })).toBe('/AdminDashboardWrapper')
    expect(safeRedirect({ role: 'user', to: '/AdminDashboardWrapper/payment' })).toBe('/UserDashboard')
    expect(safeRedirect({ role: 'admin', to: '/userdashboard/cart' })).toBe('/AdminDashboardWrapper')
    expect(safeRedirect({ role: 'user', to: '/Logout' })).toBe('/UserDashboard')
    expect(safeRedirect({ role: 'guest', to: '/login?to=/login' })).toBe('/UserDashboard')
  })

  it('is encoded in the URL of the login screen', () => {
    const href = loginHref({ pathname: '/UserDashboard/product/2', search: '?q=a%26b' })
    expect(new URL(href, 'https://shop.example').searchParams.get('to')).toBe('/UserDashboard/product/2?q=a%26b')
  })
})
