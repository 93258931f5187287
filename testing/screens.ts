// One row for each route of web/routes.ts: where browser tests look at its screen. Accessibility is checked once per layout.

export interface Screen {
  /** a path of the screen that the walk of e2e/accessibility.test.ts opens; `:product` and `:order` are replaced by ids */
  readonly path?: string
  /** the browser test that checks the accessibility of the screen with more on it; otherwise the walk does */
  readonly checkedIn?: string
  /** why no test opens the screen for its own sake */
  readonly leftOut?: string
}

const sameAs = (path: string): Screen => ({ leftOut: `the same layout as ${path}` })
const walked = (path: string): Screen => ({ path })

const policyNames = [
  'returnPolicy',
  'cancel',
  'privacy',
  'privacyAdmin',
  'term',
  'ship',
  'contact',
  'help-center',
  'order-tracking',
  'ticket',
]

/** The policy pages of a signed-in area are those of guests in another frame. */
const policyPages = (area: string) => Object.fromEntries(policyNames.map((name) => [`${area}/${name}`, sameAs(`/${name}`)]))

const admin = '/AdminDashboardWrapper'
const user = '/UserDashboard'

/** A screen of administrators: the walk opens it at the size of a tablet, too. */
const adminScreen = (name: string, checkedIn?: string): Record<string, Screen> => {
  const path = `${admin}/${name}`
  return { [path]: { path: path.replace(/\/:\w+\?$/, ''), ...(checkedIn && { checkedIn }) } }
}

export const screens: Readonly<Record<string, Screen>> = {
  '/cancel': sameAs('/returnPolicy'),
  '/privacy': sameAs('/returnPolicy'),
  '/term': sameAs('/returnPolicy'),
  '/ship': sameAs('/returnPolicy'),
  '/returnPolicy': walked('/returnPolicy'),
  '/contact': walked('/contact'),
  '/help-center': walked('/help-center'),
  '/order-tracking': walked('/order-tracking'),
  '/ticket': { checkedIn: 'tickets.test.ts' },
  '/': sameAs('/buy'),
  '/buy/:page?': walked('/buy?q=zzzzqqq'),
  '/product/:id/:slug?': { checkedIn: 'accessibility.test.ts' },
  '/collections': walked('/collections'),
  '/collection/:slug': { checkedIn: 'categories.test.ts' },
  '/pages/:slug': { checkedIn: 'own-pages.test.ts' },
  '/size-guide/:category?': { checkedIn: 'categories.test.ts' },
  '/login': walked('/login'),
  '/logout': { checkedIn: 'session.test.ts' },
  '/homecart': { checkedIn: 'accessibility.test.ts' },
  '/cart-link': walked('/cart-link?item=:product.1.M'),
  '/orderNow': { checkedIn: 'accessibility.test.ts' },
  '/forgot-pin': { checkedIn: 'forgotten-pin.test.ts' },
  '/reset-pin': walked('/reset-pin'),
  '/back-in-stock': { checkedIn: 'back-in-stock.test.ts' },
  '/join-staff': { checkedIn: 'staff.test.ts' },
  '/verify-email': { checkedIn: 'forgotten-pin.test.ts' },
  '/order-placed': { checkedIn: 'guest-orders.test.ts' },
  '/o/:token': { checkedIn: 'order-confirmation.test.ts' },
  '/payment-result': walked('/payment-result?token=x'),
  '/order-summary': walked('/order-summary?status=failed'),
  '/*': walked('/nowhere'),

  ...policyPages(user),
  [user]: walked(user),
  [`${user}/home`]: sameAs(user),
  ...Object.fromEntries(
    ['product', 'tee', 'demim', 'denim', 'jogger', 'hoodie'].map((list) => [`${user}/${list}/:page?`, sameAs('/buy and /UserDashboard')]),
  ),
  [`${user}/productPage/:id?/:page?`]: sameAs('/product and /UserDashboard'),
  [`${user}/cart/:id?`]: { checkedIn: 'accessibility.test.ts' },
  [`${user}/order`]: walked(`${user}/order`),
  [`${user}/allOrders/:page?`]: walked(`${user}/allOrders`),
  [`${user}/myOrders/:page?`]: sameAs(`${user}/allOrders`),
  [`${user}/cod`]: { checkedIn: 'address-book.test.ts' },
  [`${user}/codOrders/:page?`]: sameAs(`${user}/allOrders`),
  [`${user}/orders/:id`]: { checkedIn: 'accessibility.test.ts' },
  [`${user}/orders/:id/return`]: walked(`${user}/orders/:order/return`),
  [`${user}/order-placed/:id`]: sameAs('/order-placed'),
  [`${user}/account`]: { checkedIn: 'account-page.test.ts' },
  [`${user}/account/addresses`]: { checkedIn: 'address-book.test.ts' },
  [`${user}/saved`]: { checkedIn: 'saved-items.test.ts' },
  [`${user}/paymentCancelled`]: walked(`${user}/paymentCancelled?status=canceled`),
  [`${user}/paymentFailure`]: sameAs(`${user}/paymentCancelled`),
  [`${user}/*`]: sameAs('/nowhere'),

  ...policyPages(admin),
  [admin]: sameAs(`${admin}/userData`),
  ...adminScreen('userData'),
  ...adminScreen('staff', 'staff.test.ts'),
  ...adminScreen('second-factor', 'second-factor.test.ts'),
  ...adminScreen('notifications', 'push-notifications.test.ts'),
  ...adminScreen('activity', 'activity.test.ts'),
  ...adminScreen('settings/redirects/import', 'old-addresses.test.ts'),
  ...adminScreen('settings/redirects', 'old-addresses.test.ts'),
  ...adminScreen('settings/webhooks', 'webhooks.test.ts'),
  ...adminScreen('settings/export', 'shop-export.test.ts'),
  ...adminScreen('settings/api-keys'),
  ...adminScreen('settings/import', 'shop-import.test.ts'),
  ...adminScreen('settings/backups', 'backups.test.ts'),
  ...adminScreen('settings/providers'),
  ...adminScreen('settings/tax-rates', 'tax.test.ts'),
  ...adminScreen('settings/pages', 'own-pages.test.ts'),
  ...adminScreen('settings/:group?', 'shop-settings.test.ts'),
  ...adminScreen('tickets', 'tickets.test.ts'),
  ...adminScreen('data-requests'),
  ...adminScreen('ListProduct'),
  ...adminScreen('AdminAnalysis'),
  [`${admin}/OrderDetail/:page?`]: walked(`${admin}/OrderDetail?open=:order`),
  [`${admin}/print`]: { checkedIn: 'print-documents.test.ts' },
  ...adminScreen('summary', 'print-documents.test.ts'),
  ...adminScreen('desk', 'order-desk.test.ts'),
  ...adminScreen('failed-deliveries'),
  ...adminScreen('pack', 'packing.test.ts'),
  ...adminScreen('shipments', 'shipments.test.ts'),
  [`${admin}/parcel/:reference`]: { leftOut: 'needs an account at a courier; its component test looks at it' },
  ...adminScreen('delivery/import', 'delivery.test.ts'),
  ...adminScreen('delivery', 'delivery.test.ts'),
  ...adminScreen('past-orders/import', 'old-addresses.test.ts'),
  ...adminScreen('customers/import', 'old-addresses.test.ts'),
  ...adminScreen('customers', 'phone-orders.test.ts'),
  ...adminScreen('new-order', 'phone-orders.test.ts'),
  ...adminScreen('order-drafts', 'phone-orders.test.ts'),
  ...adminScreen('refunds-to-pay', 'returns.test.ts'),
  ...adminScreen('returns', 'returns.test.ts'),
  ...adminScreen('after-restore'),
  ...adminScreen('remittances', 'shipments.test.ts'),
  ...adminScreen('documents'),
  [`${admin}/payment/:page?`]: walked(`${admin}/payment?open=:product`),
  ...adminScreen('bulk-edit', 'bulk-edit.test.ts'),
  [`${admin}/preview/:id`]: sameAs('/product'),
  ...adminScreen('categories', 'categories.test.ts'),
  ...adminScreen('collections', 'categories.test.ts'),
  ...adminScreen('offers', 'offers.test.ts'),
  ...adminScreen('import', 'import.test.ts'),
  [`${admin}/*`]: sameAs('/nowhere'),
}
