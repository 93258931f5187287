/** Characters that a field may have, where the browser limits it too. */

export const search = 200
export const adminSearch = 100
export const userAgent = 1_000
export const orderNumber = 40
export const trackingPhone = 40
export const trackingToken = 200
export const email = 254
export const productName = 120
export const productDescription = 5_000
export const colour = 100
export const fabric = 40
export const country = 60
export const pictureText = 200
export const size = 20
export const sku = 100
export const seoTitle = 200
export const seoDescription = 500
export const userName = 60
/** a user name as typed, whose white space is removed before it is counted */
export const typedUserName = 1_000
/** PINs and everything that is hashed like one */
export const pin = 256
/** codes of an authenticator app or an email, and recovery codes */
export const code = 40
/** numbers that are typed into a form: prices, PIN codes, phones, HSN codes, measures */
export const typedNumber = 40
export const reason = 200
export const resolutionNote = 500
export const trackingNumber = 40
export const trackingUrl = 500
/** characters of lines that are pasted or uploaded */
export const pastedText = 150_000
export const requestDetails = 1_000
export const ticketNumber = 40
export const ticketToken = 200
export const orderNote = 1_000
/** what a shopper says about an order */
export const shopperNote = 300
