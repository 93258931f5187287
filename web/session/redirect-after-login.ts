import { adminHome, findHome, userHome } from './homes.ts'

export const isUnder = (path: string, area: string): boolean => path.toLowerCase().startsWith(area.toLowerCase())

/** The path, if it leads to a page of this site. `//evil`, `/\evil` and `/.//evil` lead to another site once they are parsed. */
export function parseLocalPath(text: string | null): string | undefined {
  if (text === null || !text.startsWith('/')) return undefined
  const base = 'https://site.invalid'
  try {
    const { origin, pathname, search, hash } = new URL(text, base)
    return origin === base && !pathname.startsWith('//') ? pathname + search + hash : undefined
  } catch {
    return undefined
  }
}

/** Where to go after signing in: to the requested page if the role may see it, else to the role's home. */
export function safeRedirect({ role, to }: { role: string; to: string | null }): string {
  const path = parseLocalPath(to)
  const forbidden = [role === 'admin' ? userHome : adminHome, '/login', '/logout']
  if (path === undefined || forbidden.some((area) => isUnder(path, area))) return findHome(role)
  return path
}
