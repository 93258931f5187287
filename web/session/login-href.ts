/** The login screen, from which one comes back. Apart from redirect-after-login.ts, which the storefront's first page does not load. */
export function loginHref({ pathname, search }: { pathname: string; search: string }): string {
  return `/login?${new URLSearchParams({ to: pathname + search })}`
}
