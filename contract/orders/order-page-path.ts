const folder = '/o/'

/** The path of the page of the order that a token is for. Tokens consist of characters that a path may contain. */
export const buildOrderPagePath = (token: string): string => folder + token

/** The token in a path of an order's page. */
export const readOrderPageToken = (path: string): string => path.slice(folder.length)
