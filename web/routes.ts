import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The whole map of screens, in the order of spec §2. Paths match in any case. */
export default [
  layout('shop/shop-layout.tsx', [
    index('shop/storefront.tsx', { id: 'home' }),
    route('buy/:page?', 'shop/storefront.tsx', { id: 'buy' }),
    route('product/:id/:slug?', 'shop/product-page.tsx'),
    route('login', 'session/login.tsx'),
    route('logout', 'session/logout.tsx'),
    route('homecart', 'shop/homecart.tsx'),
    route('orderNow', 'shop/order-now.tsx'),
    // returnPolicy, cancel, privacy, term, ship, contact, help-center, order-tracking: policies/
    route('*', 'shop/not-found.tsx'),
  ]),
  route('UserDashboard', 'account/user-area.tsx', [
    index('account/home.tsx', { id: 'user-index' }),
    route('home', 'account/home.tsx', { id: 'user-home' }),
    ...['product', 'tee', 'demim', 'denim', 'jogger', 'hoodie'].map((list) =>
      route(`${list}/:page?`, 'account/product-list.tsx', { id: `list-${list}` }),
    ),
    route('productPage/:id?/:page?', 'account/product-page.tsx', { id: 'user-product' }),
    route('cart/:id?', 'account/cart/cart.tsx'),
    // order, myOrders, cod, codOrders, paymentCancelled, paymentFailure; the policy pages
    route('*', 'account/not-found.tsx'),
  ]),
  route('AdminDashboardWrapper', 'admin/admin-area.tsx', [
    index('admin/users.tsx', { id: 'admin-index' }),
    route('userData', 'admin/users.tsx', { id: 'admin-users' }),
    // ListProduct, AdminAnalysis, OrderDetail, payment; the policy pages
    route('*', 'admin/not-found.tsx'),
  ]),
] satisfies RouteConfig
