/** Pages and calls of the shop that are always there, so that an old address with this beginning of its path is never redirected. */
export const ownPages: ReadonlySet<string> = new Set([
  ...['/admindashboardwrapper', '/userdashboard', '/api'],
  ...['/buy', '/homecart', '/cart-link', '/ordernow', '/login', '/logout', '/collections', '/size-guide'],
  ...[
    '/forgot-pin',
    '/reset-pin',
    '/back-in-stock',
    '/verify-email',
    '/complete-address',
    '/confirm-order',
    '/order-placed',
    '/add-order',
    '/join-staff',
  ],
  ...['/refund-details', '/return-items', '/pay-order', '/payment-result', '/order-summary'],
  ...['/returnpolicy', '/cancel', '/privacy', '/term', '/ship', '/contact', '/help-center', '/order-tracking', '/ticket', '/o'],
])

/** Folders whose pages are all of the shop, too. */
const ownFolders = ['/admindashboardwrapper/', '/userdashboard/', '/api/', '/buy/', '/o/']

/** `path`: decoded, in lower case, without a slash at its end */
export const isOwnPage = (path: string): boolean => ownPages.has(path) || ownFolders.some((folder) => path.startsWith(folder))
