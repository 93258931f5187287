/** Characters of the name of a shelf. Apart from product-sizes.ts, because the screen needs no validator. */
export const shelfMaxLength = 20
