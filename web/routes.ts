import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The pages of words, the same in all three areas. /term and /ship are what their labels in the footer say (ui/footer.tsx). */
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
    route('order-summary', 'account/orders/order-summary.tsx'),
    ...policyPages('shop'),
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
    route('order', 'account/checkout/order.tsx'),
    route('myOrders/:page?', 'account/orders/my-orders.tsx'),
    route('cod', 'account/checkout/cod.tsx'),
    route('codOrders/:page?', 'account/orders/cod-orders.tsx'),
    route('orders/:id', 'account/orders/order-page.tsx'),
    route('paymentCancelled', 'account/orders/payment-cancelled.tsx'),
    route('paymentFailure', 'account/orders/payment-failure.tsx'),
    ...policyPages('user'),
    route('*', 'account/not-found.tsx'),
  ]),
  route('AdminDashboardWrapper', 'admin/admin-area.tsx', [
    index('admin/users.tsx', { id: 'admin-index' }),
    route('userData', 'admin/users.tsx', { id: 'admin-users' }),
    route('ListProduct', 'admin/products/list-product.tsx'),
    route('AdminAnalysis', 'admin/analysis/analysis.tsx'),
    route('OrderDetail/:page?', 'admin/orders/orders.tsx'),
    route('payment/:page?', 'admin/products/products.tsx'),
    ...policyPages('admin'),
    route('*', 'admin/not-found.tsx'),
  ]),
] satisfies RouteConfig
