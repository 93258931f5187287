import { describe, expect, it } from 'vitest'
import { loginHref, parseLocalPath, safeRedirect } from './redirect-after-login.ts'

describe('the page to come back to', () => {
  it.each(['/UserDashboard/cart', '/UserDashboard/product/2?sort=price-asc#listing', '/buy'])('may be %s', (path) => {
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
  ])('is never %j', (text) => {
    expect(parseLocalPath(text)).toBeUndefined()
  })

  it('is the one that asked when the role may see it', () => {
    expect(safeRedirect({ role: 'user', to: '/UserDashboard/cart' })).toBe('/UserDashboard/cart')
    expect(safeRedirect({ role: 'admin', to: '/admindashboardwrapper/payment' })).toBe('/admindashboardwrapper/payment')
  })

  it('is the role’s own start otherwise', () => {
    expect(safeRedirect({ role: 'user', to: null })).toBe('/UserDashboard')
    expect(safeRedirect({ role: 'admin', to: null })).toBe('/AdminDashboardWrapper')
    expect(safeRedirect({ role: 'user', to: '/AdminDashboardWrapper/payment' })).toBe('/UserDashboard')
    expect(safeRedirect({ role: 'admin', to: '/userdashboard/cart' })).toBe('/AdminDashboardWrapper')
    expect(safeRedirect({ role: 'user', to: '/Logout' })).toBe('/UserDashboard')
    expect(safeRedirect({ role: 'guest', to: '/login?to=/login' })).toBe('/UserDashboard')
  })

  it('survives being written into the address of the login screen', () => {
    const href = loginHref({ pathname: '/UserDashboard/product/2', search: '?q=a%26b' })
    expect(new URL(href, 'https://shop.example').searchParams.get('to')).toBe('/UserDashboard/product/2?q=a%26b')
  })
})
