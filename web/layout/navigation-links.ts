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

/** The links of the navigation bar by role (spec §2); none for an unknown role. */
export function listNavigationLinks(user: { readonly role: string } | null | undefined): readonly NavigationLink[] {
  if (!user) return [{ label: 'Home', to: '/buy' }]
  return links[user.role] ?? []
}
