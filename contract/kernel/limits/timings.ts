/** Milliseconds. */

export const requestTimeout = 10_000
export const loaderTimeout = 5_000
export const loginRedirect = 1_000
export const inputDebounce = 300
export const shortToast = 1_000
export const toast = 3_000
export const longToast = 5_000
