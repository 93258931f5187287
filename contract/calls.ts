/**
 * The calls of the API: method, path and who may call. Plain data, which the browser needs to call; the schemas of requests and
 * replies are in the feature's file (products.ts, …) and reach the storefront as types only, without the validator's JavaScript.
 * The calls of the administrators' screens, of the account and of forms are in area-calls.ts, which the browser loads with the forms'
 * JavaScript or with its first call of them.
 */

import type { areaCalls } from './area-calls.ts'

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

export const storefrontCalls = {
  login: { method: 'POST', path: '/users/login', who: 'anyone' },
  logout: { method: 'GET', path: '/users/logout', who: 'anyone' },
  logoutByPost: { method: 'POST', path: '/users/logout', who: 'anyone' },
  getLoggedInUser: { method: 'GET', path: '/users/loggedinuser', who: 'anyone' },
  getAllProducts: { method: 'GET', path: '/products/getAll', who: 'anyone' },
  getFacets: { method: 'GET', path: '/products/facets', who: 'anyone' },
  getProduct: { method: 'GET', path: '/products/:id', who: 'anyone' },
  addToCart: { method: 'POST', path: '/cart/add', who: 'user' },
  getCart: { method: 'GET', path: '/cart', who: 'user' },
  changeCartLine: { method: 'PATCH', path: '/cart/:productId', who: 'user' },
  removeCartLine: { method: 'DELETE', path: '/cart/:productId/:size', who: 'user' },
  mergeCart: { method: 'POST', path: '/cart/merge', who: 'user' },
  getSavedItems: { method: 'GET', path: '/cart/saved', who: 'user' },
  saveItem: { method: 'POST', path: '/cart/saved/:productId', who: 'user' },
  removeSavedItem: { method: 'DELETE', path: '/cart/saved/:productId', who: 'user' },
  getCodOrders: { method: 'GET', path: '/cod/codOrder', who: 'user' },
  getCardOrders: { method: 'GET', path: '/order/getorder', who: 'user' },
  getMyOrders: { method: 'GET', path: '/order/mine', who: 'user' },
  getOrder: { method: 'GET', path: '/order/:id', who: 'user' },
  cancelOrder: { method: 'POST', path: '/order/:id/cancel', who: 'user' },
  getOrderRefunds: { method: 'GET', path: '/order/:id/refunds', who: 'user' },
  getPinCode: { method: 'GET', path: '/pins/:pin', who: 'anyone' },
  findOrderToConfirm: { method: 'POST', path: '/order/confirmation/find', who: 'anyone' },
  answerConfirmation: { method: 'POST', path: '/order/confirmation', who: 'anyone' },
  getNotifications: { method: 'GET', path: '/users/notifications', who: 'user' },
  markNotificationsRead: { method: 'POST', path: '/users/notifications/read', who: 'user' },
  logVisit: { method: 'POST', path: '/track/log-visit', who: 'anyone' },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof storefrontCalls | keyof typeof areaCalls
