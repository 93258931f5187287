/** The text of every 404 page. */
export const notFoundText = {
  title: 'Page not found',
  text: 'The page you requested does not exist. It may have moved, or the link may be incorrect.',
} as const
