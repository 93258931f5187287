/**
 * All calls of the API: method, path and who may call. Plain data, which the browser needs to call; the schemas of requests and
 * replies are in the feature's file (products.ts, …) and reach the storefront as types only, without the validator's JavaScript.
 */

/** The prefix of all paths below. */
export const apiBase = '/api/v1'

/** Cache-Control of a reply that is the same for everybody: it may be stored, and is revalidated before each use. */
export const publicCacheControl = 'public, no-cache'

/** Who may call: `user` and `admin` are roles, and an administrator is not a shopper. */
export type Who = 'anyone' | 'user' | 'admin'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly who: Who
}

export const calls = {
  login: { method: 'POST', path: '/users/login', who: 'anyone' },
  logout: { method: 'GET', path: '/users/logout', who: 'anyone' },
  logoutByPost: { method: 'POST', path: '/users/logout', who: 'anyone' },
  getLoggedInUser: { method: 'GET', path: '/users/loggedinuser', who: 'anyone' },
  getAccount: { method: 'GET', path: '/users/account', who: 'user' },
  changePin: { method: 'POST', path: '/users/account/pin', who: 'user' },
  endSession: { method: 'DELETE', path: '/users/account/sessions/:id', who: 'user' },
  endOtherSessions: { method: 'DELETE', path: '/users/account/sessions', who: 'user' },
  getSecondFactor: { method: 'GET', path: '/users/second-factor', who: 'admin' },
  startSecondFactor: { method: 'POST', path: '/users/second-factor', who: 'admin' },
  confirmSecondFactor: { method: 'POST', path: '/users/second-factor/confirm', who: 'admin' },
  getUsers: { method: 'GET', path: '/users/getUsers', who: 'admin' },
  resetUserPin: { method: 'POST', path: '/users/:id/pin', who: 'admin' },
  getAllProducts: { method: 'GET', path: '/products/getAll', who: 'anyone' },
  getProduct: { method: 'GET', path: '/products/:id', who: 'anyone' },
  createProduct: { method: 'POST', path: '/products/createProduct', who: 'admin' },
  editProduct: { method: 'PATCH', path: '/products/:id', who: 'admin' },
  deleteProduct: { method: 'DELETE', path: '/products/:id', who: 'admin' },
  getAdminProducts: { method: 'GET', path: '/products/admin', who: 'admin' },
  getStockMovements: { method: 'GET', path: '/products/:id/stock', who: 'admin' },
  changeStock: { method: 'POST', path: '/products/:id/stock', who: 'admin' },
  addToCart: { method: 'POST', path: '/cart/add', who: 'user' },
  getCart: { method: 'GET', path: '/cart', who: 'user' },
  changeCartLine: { method: 'PATCH', path: '/cart/:productId', who: 'user' },
  removeCartLine: { method: 'DELETE', path: '/cart/:productId/:size', who: 'user' },
  mergeCart: { method: 'POST', path: '/cart/merge', who: 'user' },
  getSavedItems: { method: 'GET', path: '/cart/saved', who: 'user' },
  saveItem: { method: 'POST', path: '/cart/saved/:productId', who: 'user' },
  removeSavedItem: { method: 'DELETE', path: '/cart/saved/:productId', who: 'user' },
  moveSavedItem: { method: 'POST', path: '/cart/saved/:productId/move', who: 'user' },
  saveDeliveryAddress: { method: 'POST', path: '/cart/', who: 'user' },
  clearDeliveryAddress: { method: 'DELETE', path: '/cart/address', who: 'user' },
  placeGuestOrder: { method: 'POST', path: '/guest/cashondelivery', who: 'anyone' },
  placeCodOrder: { method: 'POST', path: '/cod/cashondelivery', who: 'user' },
  getCodOrders: { method: 'GET', path: '/cod/codOrder', who: 'user' },
  getAdminOrders: { method: 'GET', path: '/cod/adminOrder', who: 'admin' },
  getCardOrders: { method: 'GET', path: '/order/getorder', who: 'user' },
  getMyOrders: { method: 'GET', path: '/order/mine', who: 'user' },
  getOrder: { method: 'GET', path: '/order/:id', who: 'user' },
  cancelOrder: { method: 'POST', path: '/order/:id/cancel', who: 'user' },
  getAdminOrder: { method: 'GET', path: '/order/admin/:id', who: 'admin' },
  transitionOrder: { method: 'POST', path: '/order/admin/:id/move', who: 'admin' },
  receiveParcel: { method: 'POST', path: '/order/admin/:id/receive', who: 'admin' },
  setLineSize: { method: 'POST', path: '/order/admin/:id/size', who: 'admin' },
  undoTransition: { method: 'POST', path: '/order/admin/:id/undo', who: 'admin' },
  getAdminNotifications: { method: 'GET', path: '/order/admin/notifications', who: 'admin' },
  markAdminNotificationsRead: { method: 'POST', path: '/order/admin/notifications/read', who: 'admin' },
  getDailyOrders: { method: 'GET', path: '/order/admin/daily', who: 'admin' },
  getOrderPayment: { method: 'GET', path: '/order/admin/:id/payment', who: 'admin' },
  getOrderRefunds: { method: 'GET', path: '/order/:id/refunds', who: 'user' },
  refundOrder: { method: 'POST', path: '/order/admin/:id/refund', who: 'admin' },
  getPaymentDiscrepancies: { method: 'GET', path: '/payments/mismatches', who: 'admin' },
  resolveDiscrepancy: { method: 'POST', path: '/payments/mismatches/:id/resolve', who: 'admin' },
  createPaymentOrder: { method: 'POST', path: '/order/create-order', who: 'user' },
  verifyPayment: { method: 'POST', path: '/order/verify-payment', who: 'user' },
  getPaymentStatus: { method: 'GET', path: '/order/payment/:id', who: 'user' },
  getPinCode: { method: 'GET', path: '/pins/:pin', who: 'anyone' },
  findIncompleteAddress: { method: 'POST', path: '/order/address/find', who: 'anyone' },
  completeAddress: { method: 'POST', path: '/order/address', who: 'anyone' },
  findOrderToConfirm: { method: 'POST', path: '/order/confirmation/find', who: 'anyone' },
  answerConfirmation: { method: 'POST', path: '/order/confirmation', who: 'anyone' },
  trackOrder: { method: 'POST', path: '/order/track', who: 'anyone' },
  getNotifications: { method: 'GET', path: '/users/notifications', who: 'user' },
  markNotificationsRead: { method: 'POST', path: '/users/notifications/read', who: 'user' },
  sendContactMessage: { method: 'POST', path: '/contact', who: 'anyone' },
  logVisit: { method: 'POST', path: '/track/log-visit', who: 'anyone' },
  getTotalVisits: { method: 'GET', path: '/track/total-visits', who: 'admin' },
  getDailyVisits: { method: 'GET', path: '/track/daily-visits', who: 'admin' },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls
