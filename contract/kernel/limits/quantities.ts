/** The limits of carts, orders and stock. */

export const addedToCart = 1
export const min = 1
/** the largest quantity of one order line; high enough for any family */
export const max = 99
/** the most lines that one order has */
export const maxLines = 50
/** products that a shopper can save for later */
export const maxSaved = 200
/** delivery addresses that a shopper can save */
export const maxAddresses = 20
/** 'Only n left' is shown at or below this stock */
export const lowStock = 5
/** the highest stock of one product */
export const maxStock = 1_000_000
