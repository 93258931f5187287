export const userHome = '/UserDashboard'
export const adminHome = '/AdminDashboardWrapper'

export const findHome = (role: string): string => (role === 'admin' ? adminHome : userHome)

const isUnder = (path: string, area: string): boolean => path.toLowerCase().startsWith(area.toLowerCase())

/**
 * The page of this shop that a text names, or undefined. The address parser decides, as it would in the browser:
 * `//evil`, `/\evil` and `/.//evil` all name another site once they are parsed.
 */
export function parseLocalPath(text: string | null): string | undefined {
  if (text === null || !text.startsWith('/')) return undefined
  const here = 'https://here.invalid'
  if (!URL.canParse(text, here)) return undefined
  const { origin, pathname, search, hash } = new URL(text, here)
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : undefined
}

/** Where someone goes after signing in: the page that asked for it if the role may see it, else the role's own start. */
export function safeRedirect({ role, to }: { role: string; to: string | null }): string {
  const target = parseLocalPath(to)
  const forbidden = [role === 'admin' ? userHome : adminHome, '/login', '/logout']
  if (target === undefined || forbidden.some((area) => isUnder(target, area))) return findHome(role)
  return target
}

export function loginHref({ pathname, search }: { pathname: string; search: string }): string {
  return `/login?${new URLSearchParams({ to: pathname + search })}`
}
