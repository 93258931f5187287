/** What an address that leads nowhere says, in every area. */
export const notFoundText = {
  title: 'This lane leads nowhere',
  words: 'The page you asked for is not here. It may have moved, or the address may have a typing error.',
} as const
