import type { NavigationLink } from './navbar.tsx'

const links: Readonly<Record<string, readonly NavigationLink[]>> = {
  user: [
    { label: 'Home', to: '/UserDashboard/home' },
    { label: 'Cart', to: '/UserDashboard/cart' },
  ],
  admin: [
    { label: 'Users', to: '/AdminDashboardWrapper/UserData' },
    { label: 'ListProduct', to: '/AdminDashboardWrapper/ListProduct' },
    { label: 'VISITER', to: '/AdminDashboardWrapper/AdminAnalysis' },
    { label: 'OrderDetail', to: '/AdminDashboardWrapper/OrderDetail' },
    { label: 'DELETE PRODUCT', to: '/AdminDashboardWrapper/Payment' },
  ],
}

/** The bar's links as spec §2 has them: none for a role that it does not name. */
export function listNavigationLinks(user: { readonly role: string } | null | undefined): readonly NavigationLink[] {
  if (!user) return [{ label: 'Home', to: '/buy' }]
  return links[user.role] ?? []
}
