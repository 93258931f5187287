import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The policy pages, the same in all three areas. The labels of /term and /ship in spec §2 look swapped; each page has its label's content. */
const policyPages = (area: 'shop' | 'user' | 'admin') =>
  Object.entries({
    returnPolicy: 'return-policy',
    cancel: 'cancellation',
    privacy: 'privacy',
    ...(area === 'shop' ? {} : { privacyAdmin: 'privacy' }),
    term: 'shipping',
    ship: 'terms',
    contact: 'contact',
    'help-center': 'help-center',
    'order-tracking': 'order-tracking',
  }).map(([path, file]) => route(path, `policies/${file}.tsx`, { id: `${area}-${path}` }))

/** All routes, in the order of spec §2. Paths are case-insensitive. */
export default [
  layout('layout/shop-layout.tsx', [
    index('catalog/storefront.tsx', { id: 'home' }),
    route('buy/:page?', 'catalog/storefront.tsx', { id: 'buy' }),
    route('product/:id/:slug?', 'catalog/product-page.tsx'),
    route('collection/:slug', 'catalog/collection-page.tsx'),
    route('login', 'auth/login.tsx'),
    route('logout', 'auth/logout.tsx'),
    route('homecart', 'cart/homecart.tsx'),
    route('orderNow', 'checkout/order-now.tsx'),
    route('forgot-pin', 'account/forgot-pin.tsx'),
    route('reset-pin', 'account/reset-pin.tsx'),
    route('verify-email', 'account/verify-email.tsx'),
    route('complete-address', 'checkout/complete-address.tsx'),
    route('confirm-order', 'checkout/confirm-order.tsx'),
    route('order-summary', 'checkout/order-result.tsx'),
    ...policyPages('shop'),
    route('*', 'layout/shop-not-found.tsx'),
  ]),
  route('UserDashboard', 'layout/user-area.tsx', [
    index('catalog/home.tsx', { id: 'user-index' }),
    route('home', 'catalog/home.tsx', { id: 'user-home' }),
    ...['product', 'tee', 'demim', 'denim', 'jogger', 'hoodie'].map((list) =>
      route(`${list}/:page?`, 'catalog/product-list.tsx', { id: `list-${list}` }),
    ),
    route('productPage/:id?/:page?', 'catalog/shopper-product-page.tsx', { id: 'user-product' }),
    route('cart/:id?', 'cart/cart.tsx'),
    route('order', 'checkout/order.tsx'),
    route('allOrders/:page?', 'account/all-orders.tsx'),
    route('myOrders/:page?', 'account/my-orders.tsx'),
    route('cod', 'checkout/cod.tsx'),
    route('codOrders/:page?', 'account/cod-orders.tsx'),
    route('orders/:id', 'account/order-page.tsx'),
    route('account', 'account/account-page.tsx'),
    route('account/addresses', 'checkout/address-book.tsx'),
    route('saved', 'catalog/saved-items.tsx'),
    route('paymentCancelled', 'checkout/payment-cancelled.tsx'),
    route('paymentFailure', 'checkout/payment-failure.tsx'),
    ...policyPages('user'),
    route('*', 'layout/area-not-found.tsx', { id: 'user-not-found' }),
  ]),
  route('AdminDashboardWrapper', 'layout/admin-area.tsx', [
    index('admin/users.tsx', { id: 'admin-index' }),
    route('userData', 'admin/users.tsx', { id: 'admin-users' }),
    route('second-factor', 'admin/second-factor.tsx'),
    route('data-requests', 'admin/data-requests/data-requests.tsx'),
    route('ListProduct', 'admin/products/list-product.tsx'),
    route('AdminAnalysis', 'admin/analysis/analysis.tsx'),
    route('OrderDetail/:page?', 'admin/orders/orders.tsx'),
    route('desk', 'admin/desk/desk.tsx'),
    route('payment/:page?', 'admin/products/products.tsx'),
    route('categories', 'admin/categories/categories.tsx'),
    route('collections', 'admin/collections/collections.tsx'),
    ...policyPages('admin'),
    route('*', 'layout/area-not-found.tsx', { id: 'admin-not-found' }),
  ]),
] satisfies RouteConfig
