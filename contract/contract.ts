import type { z } from 'zod'
import type { CallName } from './calls.ts'
import { addToCart, changeCartLine, clearDeliveryAddress, getCart, mergeCart, removeCartLine, saveDeliveryAddress } from './cart.ts'
import { sendContactMessage } from './contact.ts'
import type { Endpoint } from './endpoint.ts'
import {
  cancelOrder,
  getAdminOrder,
  getAdminOrders,
  getCardOrders,
  getCodOrders,
  getDailyOrders,
  getNotifications,
  getOrder,
  markNotificationsRead,
  placeCodOrder,
  placeGuestOrder,
  trackOrder,
  transitionOrder,
} from './orders.ts'
import {
  createPaymentOrder,
  getOrderPayment,
  getOrderRefunds,
  getPaymentDiscrepancies,
  getPaymentStatus,
  refundOrder,
  verifyPayment,
} from './payments.ts'
import {
  changeStock,
  createProduct,
  deleteProduct,
  editProduct,
  getAdminProducts,
  getAllProducts,
  getProduct,
  getStockMovements,
} from './products.ts'
import { getLoggedInUser, getUsers, login, logout, logoutByPost, resetUserPin } from './users.ts'
import { getDailyVisits, getTotalVisits, logVisit } from './visits.ts'

/** The whole API. The compiler refuses a call of the table that has no schemas here. */
export const contract = {
  login,
  logout,
  logoutByPost,
  getLoggedInUser,
  getUsers,
  resetUserPin,
  getAllProducts,
  getProduct,
  createProduct,
  editProduct,
  deleteProduct,
  getAdminProducts,
  getStockMovements,
  changeStock,
  addToCart,
  getCart,
  changeCartLine,
  removeCartLine,
  mergeCart,
  saveDeliveryAddress,
  clearDeliveryAddress,
  placeGuestOrder,
  placeCodOrder,
  getCodOrders,
  getAdminOrders,
  getCardOrders,
  getOrder,
  cancelOrder,
  getAdminOrder,
  transitionOrder,
  getDailyOrders,
  getOrderPayment,
  getOrderRefunds,
  refundOrder,
  getPaymentDiscrepancies,
  createPaymentOrder,
  verifyPayment,
  getPaymentStatus,
  trackOrder,
  getNotifications,
  markNotificationsRead,
  sendContactMessage,
  logVisit,
  getTotalVisits,
  getDailyVisits,
} as const satisfies { readonly [Name in CallName]: Endpoint<Name> }

export type Contract = typeof contract

type Part<E, Key extends string, Direction extends 'input' | 'output'> = E extends { readonly [K in Key]: infer S extends z.ZodType }
  ? Direction extends 'input'
    ? z.input<S>
    : z.output<S>
  : undefined

/** What a caller passes: only the parts that the call has. */
export type CallInput<Name extends CallName> = {
  [Key in 'params' | 'query' | 'headers' | 'body' as Contract[Name] extends { readonly [K in Key]: z.ZodType } ? Key : never]: Part<
    Contract[Name],
    Key,
    'input'
  >
}

/** What a caller gets. */
export type CallReply<Name extends CallName> = Contract[Name]['reply'] extends infer R
  ? { [Status in keyof R]: R[Status] extends z.ZodType ? z.output<R[Status]> : never }[keyof R]
  : never
