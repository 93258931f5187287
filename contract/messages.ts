/** Every text that a call can refuse with, and the code that programs read. Texts of the specification are verbatim. */

export const messages = {
  invalid_request: 'Please check the marked fields.',
  not_signed_in: 'Please sign in to continue.',
  not_allowed: 'You are not allowed to do this.',
  cross_site: 'This request came from another site and was refused.',
  not_found: 'Not found.',
  product_not_found: 'Product not found.',
  name_taken: 'Username already taken. Please try a different name.',
  pin_too_short: 'PIN must have at least 4 characters.',
  account_locked: 'This account is locked after too many wrong PINs. Please ask the shop to unlock it.',
  too_large: 'The request is too large.',
  unsupported_media_type: 'This kind of content is not accepted here.',
  too_many_requests: 'Too many requests. Please wait a moment and try again.',
  unexpected: 'Something went wrong. Please try again later.',
  unavailable: 'The shop is not available right now. Please try again in a moment.',
  prices_changed: 'Prices have changed. Please review your cart.',
  key_reused: 'This order was already sent with other contents. Please review your cart.',
  invalid_delivery: 'Please enter valid email, phone and 6-digit PIN code.',
  size_missing: 'Please select a size before adding to the cart!',
  product_id_missing: 'Product ID is missing.',
  line_not_found: 'This piece is not in your cart any more.',
  cart_full: 'Your cart is full. Please order what is in it first.',
  card_payment_off: 'Card payment is not available right now. Please choose cash on delivery.',
  order_creation_failed: 'An error occurred while creating the order.',
  address_missing: 'Please fill all required fields before proceeding.',
  verification_failed: 'An error occurred while verifying payment.',
  payment_unknown: 'We do not know yet whether the payment went through. Please wait a moment.',
  payment_refunded: 'Your payment arrived after the pieces were gone. It is being refunded in full.',
  order_not_found: 'No order found for this number and phone.',
  move_not_possible: 'This order cannot be changed that way any more.',
  cart_empty: 'Your cart is empty.',
} as const

export type RefusalCode = keyof typeof messages | 'sold_out' | 'not_enough_stock' | 'product_gone'

export const soldOut = (name: string) => `${name} is sold out.`
export const onlyLeft = (left: number, name: string) => `Only ${left} left of ${name}.`
export const productGone = (name: string) => `${name} is no longer available.`

/** `in 40 seconds`, `in 2 minutes`: how long to wait, in words. */
export function tryAgainIn(seconds: number): string {
  const [count, unit] = seconds < 90 ? [Math.max(1, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Too many tries. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

/** What the screens say by themselves, without the server. */
export const screenTexts = {
  requestTimedOut: 'Request timed out',
  fetchFailed: 'An error occurred while fetching data',
  invalidResponse: 'Invalid API response',
  noProducts: 'No products found.',
  noOrders: 'No orders found.',
  networkError: 'Network error',
  alreadyInCart: 'Item already added to the cart',
  addedToCart: 'Added to your cart',
  selectSize: 'Please select a size before adding to the cart!',
  productIdMissing: 'Product ID is missing.',
  noItemsInCart: 'No items in cart.',
  cartIsEmpty: 'Your cart is empty.',
  invalidGuestForm: 'Please enter valid email, phone and 6-digit PIN code.',
  guestOrderFailed: 'Order failed. Try again.',
  signedIn: 'Login successful',
  signingIn: 'Logging in...',
  usernameRequired: 'Username is required.',
  pinRequired: 'PIN is required.',
  invalidCredentials: 'Invalid login credentials',
  signInFailed: 'An error occurred.',
  usernameTaken: 'Username already taken. Please try a different name.',
  checkYourPin: 'Registered before? Check your PIN.',
  oops: 'Oops!',
  error: 'Error!',
  loggedOut: 'You have been logged out. We hope to see you again soon!',
  logoutFailed: 'Logout failed. Please try again.',
  cartLoadFailed: 'Failed to load cart. Please try again.',
  quantityFailed: 'Failed to update quantity: ',
  removeFailed: 'Failed to remove item.',
  addFailed: 'An error occurred while adding the product.',
  productLoadFailed: 'Failed to load product details.',
  cartJoinedWithNotices: 'Your guest cart has joined your account. Something has changed: please look at your cart.',
  cartNotJoined: 'Your guest cart could not join your account. It is still here, and we will try again.',
  noUserData: 'No user data found',
  usersFailed: 'Failed to fetch user data',
} as const
